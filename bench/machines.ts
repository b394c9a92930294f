/**
 * A site on many machines, all of them on this one: haproxy, three processes, PgBouncer, a Postgres server with a synchronous replica, an S3
 * server and a mail server. Under a mixed load each part is killed in turn, and in the end the replica takes over from the primary.
 * Counted is what was acknowledged and is missing, what was answered wrongly, what came twice, and how long nothing could be written.
 * `node bench/machines.ts [minutes] [seconds per fault]`: ten minutes, with a fault every 24 seconds. As root it installs haproxy and PgBouncer.
 */
import { join } from 'node:path';
import { openBench } from './bench.ts';
import { isMissed } from './figure.ts';
import { measureMachines } from './machines/measure-machines.ts';
import { toTable } from './table.ts';

const minutes = Number(process.argv[2] ?? 10);
const secondsPerFault = Number(process.argv[3] ?? 24);
const began = performance.now();
const bench = openBench(join(import.meta.dirname, '..'), import.meta.dirname, (line) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`),
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    console.log('\nAborted: ending what was started.');
    await bench.close();
    process.exit(130);
  });
}

try {
  const figures = await measureMachines(bench, { minutes, secondsPerFault });
  console.log(`\n${toTable(figures)}\n`);
  process.exitCode = figures.some(isMissed) ? 1 : 0;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await bench.close();
}
