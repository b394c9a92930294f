/** Our auth service and, where BENCH_AUTH_REFERENCE names its program, Supabase's, measured in turns: CPU time of each and of its Postgres. */
import { createKeyRing } from '../backend/identity/key-ring.ts';
import { startAuthReference } from './auth-reference.ts';
import { startAuthSite } from './auth-site.ts';
import type { Bench } from './bench.ts';
import { atMost, type Figure, noLimit } from './figure.ts';
import { readOwnCpuSeconds, readUsage } from './process-usage.ts';
import type { SiteOptions } from './site-process.ts';
import { median } from './statistics.ts';

const jwtSecret = 'a secret that both servers are given for this measurement';

/** The rate limits and the pause between two mails are active but never reached. */
const config = (mailPort: number) => `
[auth]
enable_signup = true

[auth.rate_limit]
sign_in_sign_ups = 100000000
email_sent = 100000000

[auth.email]
enable_signup = true
enable_confirmations = true
max_frequency = "1ms"

[auth.email.smtp]
enabled = true
host = "127.0.0.1"
port = ${mailPort}
user = ""
pass = ""
admin_email = "site@example.com"
sender_name = "The site"
`;

/** Milliseconds of CPU time; of a request, or so far. */
export interface Cost {
  own: number;
  postgres: number;
}

export interface AuthServer {
  name: 'ours' | 'reference';
  /** The prefix of every route. */
  base: string;
  pid: number;
  port: number;
  /** Where its embedded Postgres is. */
  dataFolder: string;
  read(): Promise<Cost>;
}

/** Ours comes first. */
export async function startAuthServers(
  bench: Bench,
  { mailPort, ...options }: SiteOptions & { mailPort: number },
): Promise<AuthServer[]> {
  const environment = { ...options.environment, JWT_SECRET: jwtSecret };
  const dataFolder = await bench.createFolder('ours');
  const site = await startAuthSite(bench, { ...options, environment, dataFolder }, config(mailPort));
  const ours: AuthServer = {
    name: 'ours',
    base: '/auth/v1',
    pid: site.pid,
    port: site.port,
    dataFolder,
    async read() {
      const [own, all] = await Promise.all([readOwnCpuSeconds(site.pid), readUsage(site.pid)]);
      return { own: own * 1000, postgres: (all.cpuSeconds - own) * 1000 };
    },
  };
  const program = process.env.BENCH_AUTH_REFERENCE;
  if (!program) {
    bench.log('without a reference: BENCH_AUTH_REFERENCE names no program of the auth server');
    return [ours];
  }
  const { pid, port, postgresPid, ...place } = await startAuthReference(bench, program, {
    mailPort,
    jwtSecret,
  });
  const reference: AuthServer = {
    name: 'reference',
    base: '',
    pid,
    port,
    ...place,
    async read() {
      const [own, postgres] = await Promise.all([readOwnCpuSeconds(pid), readUsage(postgresPid)]);
      return { own: own * 1000, postgres: postgres.cpuSeconds * 1000 };
    },
  };
  return [ours, reference];
}

/** The key of an admin, which both servers accept. */
export function signAdminToken(): string {
  const now = Math.floor(Date.now() / 1000);
  return createKeyRing({ jwtSecret }).sign({ role: 'service_role', iat: now, exp: now + 3600 });
}

/** CPU time for each request of some work, which returns the number of requests. */
export async function measureCost(server: AuthServer, work: () => Promise<number>): Promise<Cost> {
  const before = await server.read();
  const answered = await work();
  const after = await server.read();
  return {
    own: (after.own - before.own) / answered,
    postgres: (after.postgres - before.postgres) / answered,
  };
}

/** The costs of one route, turn by turn. */
export type Costs = Partial<Record<AuthServer['name'], Cost[]>>;

/** The median of the ratios of both sums, which must not be above 1, and the parts beside it. */
export function formatCosts(route: string, costs: Costs): Figure[] {
  const { ours = [], reference } = costs;
  const sum = (cost: Cost | undefined) => (cost?.own ?? 0) + (cost?.postgres ?? 0);
  const ratios = ours.map((cost, turn) => sum(cost) / sum(reference?.[turn]));
  const parts = Object.entries(costs).flatMap(([name, all]) => [
    noLimit(`auth: ${route}, ${name}`, median(all.map(({ own }) => own)), 'ms CPU'),
    noLimit(`auth: ${route}, Postgres of ${name}`, median(all.map(({ postgres }) => postgres)), 'ms CPU'),
  ]);
  if (!reference) return parts;
  return [atMost(`auth: ${route}, with Postgres, of the reference`, median(ratios), 1, 'ratio'), ...parts];
}
