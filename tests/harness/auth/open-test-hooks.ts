/** For tests: a database, an HTTP server that acts as a hook, and backends that are configured to call it. */

import { createHooks } from '../../../backend/auth/hooks/create-hooks.ts';
import { createSystemRandomness, systemClock } from '../../../backend/auth/service/system-ports.ts';
import { parseConfig } from '../../../backend/config/read-config.ts';
import type { LogEntry } from '../../../database/log.ts';
import { startTestHook, type TestHook } from './start-test-hook.ts';
import { openTestDatabase, type TestDatabase, type TestService } from './test-service.ts';

export interface TestHooks {
  database: TestDatabase;
  server: TestHook;
  /** The log entries of the backends. */
  log: LogEntry[];
  /** A backend with these HTTP hooks, and further lines of config.toml. It has a short time limit for hooks. */
  startWith(hooks: string[], toml?: string): Promise<TestService>;
  /** The same with database functions, which are created from these bodies. */
  startWithFunctions(bodies: Record<string, string>, toml?: string): Promise<TestService>;
  /** Row counts of all tables that a refused request could have left rows in. */
  countRows(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

const limits = { milliseconds: 2000, tries: 3, pauseMilliseconds: 1 };

export async function openTestHooks(): Promise<TestHooks> {
  const database = await openTestDatabase();
  const server = await startTestHook();
  const log: LogEntry[] = [];
  let functions = 0;

  function start(toml: string): Promise<TestService> {
    const hooks = createHooks({
      targets: parseConfig(toml).auth.hooks,
      database: database.database,
      clock: systemClock,
      random: createSystemRandomness(),
      log: (entry) => log.push(entry),
      privateHosts: [],
      limits,
    });
    return database.start(toml, { log: (entry) => log.push(entry), ports: { hooks } });
  }

  /** As Supabase's guide tells users to write them. */
  async function createFunction(body: string): Promise<string> {
    functions += 1;
    const name = `hook_${functions}`;
    await database.database.sql.script(`
      create function public.${name}(event jsonb) returns jsonb language plpgsql as $$ begin ${body} end $$;
      grant execute on function public.${name} to supabase_auth_admin;
      revoke execute on function public.${name} from authenticated, anon, public;`);
    return `pg-functions://postgres/public/${name}`;
  }

  return {
    database,
    server,
    log,
    startWith(hooks, toml = '') {
      const tables = hooks.map(
        (name) =>
          `[auth.hook.${name}]\nenabled = true\nuri = "${server.uri}"\nsecrets = "${server.secret}"\n`,
      );
      return start(`${toml}\n${tables.join('\n')}`);
    },
    async startWithFunctions(bodies, toml = '') {
      const tables: string[] = [];
      for (const [name, body] of Object.entries(bodies)) {
        tables.push(`[auth.hook.${name}]\nenabled = true\nuri = "${await createFunction(body)}"\n`);
      }
      return start(`${toml}\n${tables.join('\n')}`);
    },
    async countRows() {
      const [counts] = await database.database.sql<Record<string, number>[]>`
        select (select count(*)::int from auth.users) as users, (select count(*)::int from auth.identities) as identities,
          (select count(*)::int from auth.sessions) as sessions,
          (select count(*)::int from auth.refresh_tokens) as refresh_tokens,
          (select count(*)::int from auth.one_time_tokens) as one_time_tokens,
          (select count(*)::int from auth.audit_log_entries) as audit_log_entries,
          (select count(*)::int from porchlight.message_queue) as messages`;
      return counts ?? {};
    },
    async close() {
      await database.close();
      await server.close();
    },
  };
}
