import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { parseDatabaseUrl } from '../connection-target.ts';
import { queryOne } from './connection.ts';
import { createConnectionPool } from './connection-pool.ts';
import { noTimeLimits } from './open-client.ts';

describeOnEveryServer('connections that are idle', (server) => {
  it('are not given out once they are being closed', async () => {
    const idleMs = 20;
    const pool = createConnectionPool({
      target: parseDatabaseUrl(server().database.url),
      limits: noTimeLimits,
      maxConnections: 2,
      onWarning: () => {},
      idleMs,
    });
    const ask = () =>
      pool.use({ kind: '', maxConnections: 2 }, (connection) =>
        queryOne(connection, { text: 'select pg_backend_pid()', values: [] }),
      );
    const seen = new Set<string>();
    for (let turn = 0; turn < 5; turn += 1) {
      seen.add(JSON.stringify(await ask()));
      // Its timer started after that of the idle connection, so the question comes right after the closing has begun.
      await wait(idleMs);
    }
    await pool.end(1000);
    expect(seen.size).toBe(5);
  });
});
