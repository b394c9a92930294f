/** Many sockets in a process of its own. It is told what to do by messages, one after another. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { SocketPlan, SocketRound } from './sockets.ts';

const sockets: WebSocket[] = [];
/** Told of each message that is neither a reply nor about the state of a channel. */
let onDelivery: (data: Buffer) => void = () => {};

process.on('message', async (plan: SocketPlan) => process.send?.(await run(plan)));
process.once('disconnect', () => process.exit());

function run(plan: SocketPlan): Promise<SocketRound> {
  if (plan.kind === 'open') return openAll(plan);
  return plan.kind === 'broadcast' ? broadcast(plan) : follow(plan);
}

/** Opens sockets and joins a channel on each, a hundred at a time. */
async function openAll(plan: SocketPlan & { kind: 'open' }): Promise<SocketRound> {
  const started = performance.now();
  for (let first = 0; first < plan.count; first += 100) {
    const size = Math.min(100, plan.count - first);
    await Promise.all(Array.from({ length: size }, (_, index) => openOne(plan, first + index)));
  }
  return { ms: performance.now() - started, latencies: [] };
}

async function openOne(plan: SocketPlan & { kind: 'open' }, index: number): Promise<void> {
  const socket = new WebSocket(plan.address, { perMessageDeflate: false });
  await once(socket, 'open');
  sockets.push(socket);
  const ready = new Promise<void>((done, fail) => {
    if (!plan.join) done();
    socket.once('close', (code) => fail(new Error(`A socket was closed with the code ${code}.`)));
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary || data.includes('"postgres_changes",{"ids"')) onDelivery(data);
      else if (data.includes(plan.readyAt)) done();
    });
  });
  if (plan.join) {
    const payload = { ...plan.join, ...(plan.tokens && { access_token: plan.tokens[index] }) };
    socket.send(JSON.stringify(['1', '1', plan.topic, 'phx_join', payload]));
  }
  await ready;
  const { heartbeatMs } = plan;
  if (heartbeatMs === undefined) return;
  // Spread over the time, as those of real clients are.
  setTimeout(() => {
    setInterval(() => socket.send('[null,"2","phoenix","heartbeat",{}]'), heartbeatMs);
  }, Math.random() * heartbeatMs);
}

/** Sends messages from the first socket, some at a time, and waits until every socket has each of them. */
async function broadcast(plan: SocketPlan & { kind: 'broadcast' }): Promise<SocketRound> {
  const [sender] = sockets;
  const frame = Buffer.from(plan.frame, 'base64');
  const latencies: number[] = [];
  const started = performance.now();
  for (let sent = 0; sent < plan.messages; sent += plan.atOnce) {
    const wanted = plan.atOnce * sockets.length;
    let got = 0;
    const sentAt = performance.now();
    const all = new Promise<void>((done) => {
      onDelivery = () => {
        got += 1;
        latencies.push(performance.now() - sentAt);
        if (got === wanted) done();
      };
    });
    for (let index = 0; index < plan.atOnce; index += 1) sender?.send(frame, { binary: true });
    await all;
  }
  return { ms: performance.now() - started, latencies: sample(latencies) };
}

/** Waits for a number of changes. */
async function follow({ changes }: SocketPlan & { kind: 'follow' }): Promise<SocketRound> {
  const started = performance.now();
  let got = 0;
  const times: number[] = [];
  await new Promise<void>((done) => {
    onDelivery = () => {
      got += 1;
      times.push(performance.timeOrigin + performance.now());
      if (got === changes) done();
    };
    process.send?.({ ms: 0, latencies: [] });
  });
  return { ms: performance.now() - started, latencies: times };
}

/** Enough for percentiles. */
function sample(values: number[]): number[] {
  const step = Math.ceil(values.length / 10_000);
  return values.filter((_, index) => index % step === 0);
}
