/**
 * CPU time of `GET /admin/users` for the first page and for page 150, of 10,000 accounts, four clients at once, of our process and of
 * Postgres; beside Supabase's auth server where BENCH_AUTH_REFERENCE names its program.
 */

import { findRunningTarget } from '../database/embedded/owner-target.ts';
import { openPool } from '../database/pool.ts';
import { type Costs, formatCosts, measureCost, signAdminToken, startAuthServers } from './auth-servers.ts';
import { get } from './auth-site.ts';
import type { Bench } from './bench.ts';
import { createClients } from './clients.ts';
import type { Figure } from './figure.ts';
import type { HttpClient } from './http-client.ts';

const accounts = 10_000;
const clientsAtOnce = 4;
const turns = 5;
const turnSeconds = 2;
const pages = { 'the first page of users': 1, 'page 150 of users': 150 };

export async function measureAuthLists(bench: Bench): Promise<Figure[]> {
  const token = signAdminToken();
  // No mail is sent: no server listens on this port.
  const servers = await startAuthServers(bench, { mailPort: 9 });
  for (const { dataFolder } of servers) await makeAccounts(dataFolder);

  const figures: Figure[] = [];
  for (const [name, page] of Object.entries(pages)) {
    const costs: Costs = {};
    for (let turn = 0; turn <= turns; turn++) {
      for (const server of servers) {
        const path = `${server.base}/admin/users?page=${page}&per_page=50`;
        const readPage = async (client: HttpClient) => void (await get(client, path, token));
        const cost = await measureCost(server, () => runClients(server.port, turnSeconds, readPage));
        // The first turn is the warm-up.
        if (turn > 0) costs[server.name] = [...(costs[server.name] ?? []), cost];
      }
    }
    figures.push(...formatCosts(name, costs));
  }
  return figures;
}

/** On new connections: a server closes those that are idle while the other one is measured. */
async function runClients(
  port: number,
  seconds: number,
  step: (client: HttpClient) => Promise<void>,
): Promise<number> {
  const clients = createClients(port, Array<undefined>(clientsAtOnce).fill(undefined));
  try {
    return await clients.run(clientsAtOnce, seconds, step);
  } finally {
    clients.close();
  }
}

/** As the admin's route would, but in one statement: through the API they take minutes. */
async function makeAccounts(dataFolder: string): Promise<void> {
  const target = await findRunningTarget(dataFolder);
  if (target === undefined) throw new Error(`No Postgres runs in ${dataFolder}.`);
  const { sql, end } = openPool(target, () => {});
  try {
    await sql.script(`
      with made as (
        insert into auth.users (id, instance_id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
          confirmation_token, recovery_token, email_change, email_change_token_new, created_at, updated_at)
        select gen_random_uuid(), '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated',
          'person-' || n || '@example.com', now(), '{"provider": "email", "providers": ["email"]}', '{"email_verified": true}',
          '', '', '', '', now() - n * interval '1 minute', now() - n * interval '1 minute'
        from generate_series(1, ${accounts}) n
        returning id, email, created_at)
      insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
      select id::text, id, jsonb_build_object('sub', id, 'email', email, 'email_verified', false, 'phone_verified', false), 'email',
        created_at, created_at
      from made`);
    await sql.script('vacuum analyze');
  } finally {
    await end();
  }
}
