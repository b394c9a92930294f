/**
 * Requests one page at moments that are fixed in advance, whether or not earlier answers have arrived: a server that stops
 * for a while gets as many requests as one that does not, and each request waits for it. The time of an answer counts from the moment at which
 * its request was sent: a request never waits for an earlier one, so only this machine, with the client and Postgres
 * on one core, can make it late. The delay is reported too. Forked by page-view-load.ts.
 */
import { connect, type Socket } from 'node:net';
import { raisePriority } from './raise-priority.ts';

export interface PagePlan {
  port: number;
  path: string;
  perSecond: number;
  seconds: number;
}

export interface PageRound {
  /** Milliseconds from the moment at which a request was sent until its answer was there in full. */
  times: number[];
  /** Milliseconds from the moment at which a request was due until it was sent. */
  late: number[];
}

raisePriority();

/** Keep-alive connections without a request in flight. */
const idle: Socket[] = [];

async function runRound(plan: PagePlan): Promise<PageRound> {
  const round: PageRound = { times: [], late: [] };
  const request = `GET ${plan.path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nAccept-Encoding: br\r\n\r\n`;
  const count = plan.perSecond * plan.seconds;
  const began = performance.now();
  // Random offsets, so that requests do not synchronize with other timers.
  const due = Array.from(
    { length: count },
    (_, number) => ((number + Math.random()) * 1000) / plan.perSecond,
  );
  let sent = 0;
  await new Promise<void>((done, fail) => {
    const timer = setInterval(() => {
      if (round.times.length === count) {
        clearInterval(timer);
        done();
      }
      for (let next = due[sent]; next !== undefined && began + next <= performance.now(); next = due[sent]) {
        sent += 1;
        sendRequest(began + next).catch(fail);
      }
    }, 1);
  });
  return round;

  /** A request never waits for an earlier one on the same connection. */
  async function sendRequest(at: number): Promise<void> {
    const socket = idle.pop() ?? (await open(plan.port));
    const sentAt = performance.now();
    round.late.push(sentAt - at);
    socket.once('answer', () => {
      round.times.push(performance.now() - sentAt);
      idle.push(socket);
    });
    socket.write(request);
  }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    /** Bytes of the answer that are still to come; undefined until its head is there. */
    let missing: number | undefined;
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
    socket.once('close', () => {
      const place = idle.indexOf(socket);
      if (place === -1) throw new Error('The server closed a connection with a request in flight.');
      idle.splice(place, 1);
    });
    socket.on('data', (chunk: Buffer) => {
      missing = (missing ?? lengthOf(chunk)) - chunk.length;
      if (missing > 0) return;
      missing = undefined;
      socket.emit('answer');
    });
  });
}

/** Of head and body together. The head of an answer comes in one piece. */
function lengthOf(bytes: Buffer): number {
  const headEnd = bytes.indexOf('\r\n\r\n');
  const head = bytes.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined)
    throw new Error(`Not a 200 with a content-length:\n${head}`);
  return headEnd + 4 + Number(length);
}

process.on('message', (plan: PagePlan) => {
  runRound(plan).then(
    (round) => process.send?.(round),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
