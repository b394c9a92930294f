/**
 * Sends page views over keep-alive connections at independent random moments (a Poisson process), as independent visitors
 * do. Each is from another visitor's address, with a number of its own. Forked by page-view-load.ts, so that
 * its work is not counted as the site's.
 */
import { connect, type Socket } from 'node:net';
import { raisePriority } from './raise-priority.ts';

export interface ViewPlan {
  port: number;
  origin: string;
  path: string;
  token: string;
  perSecond: number;
  seconds: number;
}

export interface ViewRound {
  sent: number;
  answered: number;
  /** Answers that were not 204. */
  refused: number;
  seconds: number;
  /** Milliseconds from the moment at which each was due until it was sent: late views arrive in bursts. */
  late: number[];
}

const connections = 32;
const tickMs = 1;
/** A client that was delayed does not catch up in one burst: that would be a different load. */
const maxBurstMs = 20;
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

raisePriority();

async function runRound(plan: ViewPlan): Promise<ViewRound> {
  const round: ViewRound = { sent: 0, answered: 0, refused: 0, seconds: 0, late: [] };
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(plan.port, round)));
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  const total = plan.perSecond * plan.seconds;
  const maxBurst = (plan.perSecond * maxBurstMs) / 1000;
  let due = nextGap(plan.perSecond);
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      const now = elapsed();
      for (let many = 0; due <= now && round.sent < total && many < maxBurst; many++) {
        sockets[round.sent % connections]?.write(message(plan, round.sent));
        round.sent += 1;
        round.late.push((now - due) * 1000);
        due += nextGap(plan.perSecond);
      }
      if (round.sent < total) return;
      clearInterval(timer);
      done();
    }, tickMs);
  });
  while (round.answered < round.sent) await new Promise((done) => setTimeout(done, tickMs));
  round.seconds = elapsed();
  for (const socket of sockets) socket.destroy();
  return round;
}

/** Seconds until the next event of a Poisson process with this rate. */
function nextGap(perSecond: number): number {
  return -Math.log(1 - Math.random()) / perSecond;
}

function open(port: number, round: ViewRound): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.setEncoding('latin1');
    let rest = '';
    socket.on('data', (chunk: string) => {
      // An answer without a body ends with its empty line.
      const answers = (rest + chunk).split('\r\n\r\n');
      rest = answers.pop() ?? '';
      round.answered += answers.length;
      round.refused += answers.filter((head) => !head.startsWith('HTTP/1.1 204 ')).length;
    });
    socket.once('error', reject);
  });
}

let reader = 0;

function message({ origin, path, token }: ViewPlan, number: number): string {
  reader += 1;
  const address = `23.${(reader >> 16) & 255}.${(reader >> 8) & 255}.${reader & 255}`;
  const body = JSON.stringify({
    path,
    referrer: '',
    token,
    nonce: number + Math.random(),
    owner: null,
    auto: false,
  });
  return `POST /views HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\nUser-Agent: ${agent}\r\nX-Forwarded-For: ${address}\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

process.on('message', (plan: ViewPlan) => {
  runRound(plan).then(
    (round) => process.send?.(round),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
