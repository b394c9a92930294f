/** Answers a proxy that asks whether one Postgres server is the primary, as the REST API of Patroni does: 200, or 503. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresServer } from '../../tests/harness/database/postgres-pair.ts';
import { findTestPort } from '../../tests/harness/find-test-port.ts';

export interface PrimaryAgent {
  port: number;
  close(): Promise<void>;
}

const answerWithinMs = 800;

export async function startPrimaryAgent(server: Pick<PostgresServer, 'isPrimary'>): Promise<PrimaryAgent> {
  const agent = createServer(async (_request, response) => {
    const late = wait(answerWithinMs, false, { ref: false });
    const isPrimary = await Promise.race([server.isPrimary(), late]).catch(() => false);
    response.writeHead(isPrimary ? 200 : 503).end();
  });
  const port = await findTestPort();
  agent.listen(port, '127.0.0.1');
  await once(agent, 'listening');
  return {
    port,
    async close() {
      agent.closeAllConnections();
      agent.close();
      await once(agent, 'close');
    },
  };
}
