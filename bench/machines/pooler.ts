import type { Program } from '../../tests/harness/database/program.ts';
import { type PgBouncer, startPgBouncer } from '../../tests/harness/database/start-pgbouncer.ts';

/** PgBouncer in transaction mode at a fixed port, so that it comes back where it was. */
export async function startPooler(port: number, serverUrl: string): Promise<Program> {
  const settings = {
    listen_port: String(port),
    max_client_conn: '1000',
    default_pool_size: '10',
    // It waits for 15 seconds unless told otherwise, and a failover is over by then.
    server_login_retry: '1',
    server_connect_timeout: '2',
    query_wait_timeout: '10',
  };
  let running: PgBouncer | undefined;
  const start = async () => {
    running = await startPgBouncer(serverUrl, settings);
  };
  const end = async (signal: NodeJS.Signals) => {
    const ending = running;
    running = undefined;
    await ending?.stop(signal);
  };
  await start();
  return {
    name: 'PgBouncer',
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGQUIT'),
    readLog: () => '',
    ownEnds: () => [],
  };
}
