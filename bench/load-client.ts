/**
 * The process that makes load: a number of keep-alive connections to one address of this machine, each with one request in flight at a
 * time (no pipelining). It parses just enough HTTP to find the end of an answer, so that it is never the slower side.
 * Started by load.ts; receives rounds as messages and answers each with its counts.
 */
import { connect } from 'node:net';
import type { LoadPlan, LoadRound } from './load.ts';

function runRound({ port, request, connections, seconds }: LoadPlan): Promise<LoadRound> {
  return new Promise((done, fail) => {
    let requests = 0;
    let open = connections;
    let ending = false;
    const started = performance.now();
    const bytes = Buffer.from(request);
    const timer = setTimeout(() => (ending = true), seconds * 1000);

    for (let number = 0; number < connections; number++) {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(bytes));
      // Bytes of the current answer that are still to come; 0 between two answers.
      let missing = 0;
      let head = Buffer.alloc(0);
      socket.on('data', (chunk) => {
        if (missing > 0) missing -= chunk.length;
        else {
          head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
          const length = findAnswerLength(head);
          if (length === undefined) return;
          missing = length - head.length;
          head = Buffer.alloc(0);
        }
        if (missing < 0) return end(new Error('An answer is longer than its content-length says.'));
        if (missing > 0) return;
        requests++;
        if (ending) socket.end();
        else socket.write(bytes);
      });
      socket.once('error', end);
      socket.once('close', () => {
        if (!ending) return end(new Error(`The server closed a connection after ${requests} requests.`));
        open--;
        if (open === 0) done({ requests, seconds: (performance.now() - started) / 1000 });
      });
    }

    function end(error: Error): void {
      ending = true;
      clearTimeout(timer);
      fail(error);
    }
  });
}

/** Head and body together; undefined while the head is not complete. */
function findAnswerLength(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) {
    throw new Error(`Not a 200 with a content-length:\n${head}`);
  }
  return headEnd + 4 + Number(length);
}

process.on('message', (plan: LoadPlan) => {
  runRound(plan).then(
    (round) => process.send?.(round),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
