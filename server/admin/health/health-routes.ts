import { statfs } from 'node:fs/promises';
import type { DatabaseHealth, Health } from '../../../app/admin/health/health-data.ts';
import type { AdminRoute } from '../admin-route.ts';
import type { AskBackend } from '../ask-backend.ts';
import type { RequestCounter } from './request-figures.ts';

export interface HealthRoutesOptions {
  askBackend: AskBackend;
  siteUrl: string;
  dataFolder: string;
  requests: Pick<RequestCounter, 'read'>;
}

const lowDiskBytes = 1024 ** 3;

/** How the site is doing. */
export function createHealthRoutes(options: HealthRoutesOptions): AdminRoute[] {
  const { askBackend, dataFolder, requests } = options;
  return [
    {
      method: 'GET',
      path: '/health',
      async answer({ token }) {
        const database = await askBackend<DatabaseHealth>(token, 'admin_health');
        const { bavail, blocks, bsize } = await statfs(dataFolder);
        const measured = {
          database,
          requests: requests.read(),
          process: {
            node: process.versions.node,
            startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
            memoryBytes: process.memoryUsage.rss(),
          },
          disk: { freeBytes: bavail * bsize, totalBytes: blocks * bsize },
        };
        const health: Health = { ...measured, warnings: listWarnings(measured, options) };
        return Response.json(health);
      },
    },
  ];
}

type Measured = Omit<Health, 'warnings'>;

function listWarnings({ database, disk, requests }: Measured, { siteUrl }: HealthRoutesOptions): string[] {
  const warnings: string[] = [];
  const { hostname, protocol } = new URL(siteUrl);
  const { mails, jobs, open_tables: open } = database;
  if (disk.freeBytes < lowDiskBytes) warnings.push('The disk has less than 1 GB left.');
  if (requests.failed > 0)
    warnings.push(
      `Requests of the last hour that failed on the server’s side: ${requests.failed}. The log has their causes.`,
    );
  if (database.connections > database.max_connections * 0.8)
    warnings.push('The database is near its limit of connections.');
  if (open.length > 0)
    warnings.push(
      `Row security is off, so that every visitor may use these tables: ${open.join(', ')}. Turn it on with: alter table … enable row level security.`,
    );
  if (mails && mails.refused > 0)
    warnings.push(`Emails of the last week that could not be delivered: ${mails.refused}.`);
  if (mails?.oldest && Date.now() - Date.parse(mails.oldest) > 600_000)
    warnings.push('Emails have been waiting for more than ten minutes.');
  for (const { name, status } of jobs ?? [])
    if (status === 'failed') warnings.push(`The scheduled job “${name}” failed the last time it ran.`);
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    warnings.push(
      'The site is not encrypted: set SITE_URL to an https address, and put a proxy with a certificate in front.',
    );
  return warnings;
}
