/**
 * CPU time of `GET /admin/users` for the first page and for one far behind, of 10,000 accounts, four clients at once, of our process and of
 * Postgres; beside Supabase's auth server where BENCH_AUTH_REFERENCE names its program.
 */
import { type Costs, measureCost, signAdminToken, startAuthServers, tellCosts } from './auth-servers.ts';
import { get, post } from './auth-site.ts';
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
  // No mail is sent: the port is one that does not answer.
  const servers = await startAuthServers(bench, { mailPort: 9 });
  for (const { name, port, base } of servers) {
    bench.say(`${name}: making ${accounts} accounts`);
    let made = 0;
    const makeOne = async (client: HttpClient) => {
      const email = `person-${++made}@example.com`;
      await post(client, `${base}/admin/users`, { email, email_confirm: true }, token);
    };
    while (made < accounts) await runClients(port, 1, makeOne);
  }

  const figures: Figure[] = [];
  for (const [name, page] of Object.entries(pages)) {
    const costs: Costs = {};
    for (let turn = 0; turn <= turns; turn++) {
      for (const server of servers) {
        const path = `${server.base}/admin/users?page=${page}&per_page=50`;
        const readPage = async (client: HttpClient) => void (await get(client, path, token));
        const cost = await measureCost(server, () => runClients(server.port, turnSeconds, readPage));
        // The first turn warms both up.
        if (turn > 0) costs[server.name] = [...(costs[server.name] ?? []), cost];
      }
    }
    figures.push(...tellCosts(name, costs));
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
