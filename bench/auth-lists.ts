/**
 * CPU time of `GET /admin/users` for the first page and for one far behind, of 10,000 accounts, four clients at once, of our process and of
 * Postgres; beside Supabase's auth server where BENCH_AUTH_REFERENCE names its program.
 */
import { type Costs, measureCost, signAdminToken, startAuthServers, tellCosts } from './auth-servers.ts';
import { get, post } from './auth-site.ts';
import type { Bench } from './bench.ts';
import { createClients } from './clients.ts';
import type { Figure } from './figure.ts';

const accounts = 10_000;
const clientsAtOnce = 4;
const turns = 5;
const turnSeconds = 2;
const pages = { 'the first page of users': 1, 'page 150 of users': 150 };

export async function measureAuthLists(bench: Bench): Promise<Figure[]> {
  const token = signAdminToken();
  // No mail is sent: the port is one that does not answer.
  const servers = await startAuthServers(bench, { mailPort: 9 });
  const tested = servers.map((server) => {
    const clients = createClients(
      server.port,
      Array.from({ length: clientsAtOnce }, () => undefined),
    );
    bench.afterwards(async () => clients.close());
    return { server, clients };
  });
  for (const { server, clients } of tested) {
    let made = 0;
    bench.say(`${server.name}: making ${accounts} accounts`);
    while (made < accounts)
      await clients.run(clientsAtOnce, 0, async (client) => {
        const email = `person-${++made}@example.com`;
        await post(client, `${server.base}/admin/users`, { email, email_confirm: true }, token);
      });
  }

  const figures: Figure[] = [];
  for (const [name, page] of Object.entries(pages)) {
    const costs: Costs = {};
    for (let turn = 0; turn <= turns; turn++) {
      for (const { server, clients } of tested) {
        const path = `${server.base}/admin/users?page=${page}&per_page=50`;
        const cost = await measureCost(server, () =>
          clients.run(clientsAtOnce, turnSeconds, async (client) => void (await get(client, path, token))),
        );
        // The first turn warms both up.
        if (turn > 0) costs[server.name] = [...(costs[server.name] ?? []), cost];
      }
    }
    figures.push(...tellCosts(name, costs));
  }
  return figures;
}
