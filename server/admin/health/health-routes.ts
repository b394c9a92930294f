import { statfs } from 'node:fs/promises';
import { z } from 'zod';
import type {
  BackupsState,
  DatabaseHealth,
  FunctionsState,
  Health,
  JobsState,
} from '../../../app/admin/health/health-data.ts';
import type { BackendActivity } from '../../../backend/create-backend.ts';
import type { ProxyTrust } from '../../../backend/http/client-address.ts';
import { AdminError } from '../admin-error.ts';
import type { AdminRoute } from '../admin-route.ts';
import { type AskBackend, type AskBackendOptions, BackendRefusal } from '../ask-backend.ts';
import type { AccountMaker } from '../people/account-maker.ts';
import type { Backups } from './backups.ts';
import { createMailRoutes } from './mail-routes.ts';
import type { RequestCounter } from './request-figures.ts';
import { findSettingFaults, type SettingFacts, type SettingFaults } from './setting-faults.ts';

export interface HealthRoutesOptions {
  askBackend: AskBackend;
  backend: AskBackendOptions;
  siteUrl: string;
  dataFolder: string;
  proxyTrust: ProxyTrust;
  requests: Pick<RequestCounter, 'read'>;
  /** Why a CDN is not told about changes; undefined while it is, and without a CDN. */
  findCdnFault?: (() => string | undefined) | undefined;
  /** What only the embedded backend offers; undefined with a hosted project. */
  embedded: { health: EmbeddedHealth; accounts: AccountMaker } | undefined;
}

export interface EmbeddedHealth {
  backups: Backups;
  activity: BackendActivity;
  facts: SettingFacts;
}

const lowDiskBytes = 1024 ** 3;
const namedBackup = z.object({ name: z.string().min(1).max(200) });
const chosenJob = z.object({ id: z.string().regex(/^\d{1,19}$/, 'the id of a job') });

/** How the site is doing, and what an owner can do about it. */
export function createHealthRoutes(options: HealthRoutesOptions): AdminRoute[] {
  return [
    {
      method: 'GET',
      path: '/health',
      async answer({ token }) {
        return Response.json(await measure(options, token));
      },
    },
    ...createBackupRoutes(options),
    ...createMailRoutes(options),
    ...createActivityRoutes(options),
  ];
}

async function measure(options: HealthRoutesOptions, token: string): Promise<Health> {
  const { askBackend, dataFolder, embedded, requests } = options;
  const health = embedded?.health;
  const [database, hasSecondFactor, { bavail, blocks, bsize }, stored, realtime] = await Promise.all([
    askBackend<DatabaseHealth>(token, 'admin_health'),
    askBackend<boolean>(token, 'admin_has_factor').catch(ignoreUnknown(true)),
    statfs(dataFolder),
    health?.backups.read(),
    health?.activity.countRealtime(),
  ]);
  const measured = {
    database,
    requests: requests.read(),
    process: {
      node: process.versions.node,
      startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
      memoryBytes: process.memoryUsage.rss(),
    },
    disk: { freeBytes: bavail * bsize, totalBytes: blocks * bsize },
    isHosted: embedded === undefined,
    realtime: realtime ?? null,
  };
  const settings = findSettingFaults({
    ...options,
    embedded: health && stored && { facts: health.facts, ...stored },
    hasSecondFactor,
    now: Date.now(),
  });
  const { warnings, hints } = listFaults(measured, settings);
  const cdnFault = options.findCdnFault?.();
  return { ...measured, warnings: cdnFault === undefined ? warnings : [cdnFault, ...warnings], hints };
}

/** A project that lacks the newest migrations has not all functions. */
function ignoreUnknown<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof BackendRefusal && error.isUnknownFunction) return value;
    throw error;
  };
}

type Measured = Omit<Health, 'warnings' | 'hints'>;

function listFaults({ database, disk, requests }: Measured, settings: SettingFaults): SettingFaults {
  const warnings: string[] = [];
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
  return { warnings: [...warnings, ...settings.warnings], hints: settings.hints };
}

function createBackupRoutes({ embedded }: HealthRoutesOptions): AdminRoute[] {
  const requireBackups = () => {
    if (embedded) return embedded.health.backups;
    throw hosted('The hosted project makes its own backups: see Database → Backups in its dashboard.');
  };
  const answerState = async () => Response.json((await requireBackups().read()) satisfies BackupsState);
  return [
    { method: 'GET', path: '/health/backups', answer: answerState },
    {
      method: 'POST',
      path: '/health/backups/make',
      async answer(call) {
        const backups = requireBackups();
        backups.requireIdle();
        await call.note('health.backup', 'database and files');
        backups.make();
        return answerState();
      },
    },
    {
      method: 'POST',
      path: '/health/backups/test',
      async answer(call) {
        const { name } = await call.readJson(namedBackup);
        const backups = requireBackups();
        backups.requireIdle();
        await call.note('health.test-backup', name);
        await backups.test(name);
        return answerState();
      },
    },
    {
      method: 'POST',
      path: '/health/backups/stop',
      async answer(call) {
        const backups = requireBackups();
        await call.note('health.stop-backup', 'database and files');
        await backups.stop();
        return answerState();
      },
    },
  ];
}

function createActivityRoutes({ askBackend, embedded }: HealthRoutesOptions): AdminRoute[] {
  const requireActivity = () => {
    if (embedded) return embedded.health.activity;
    throw hosted('The hosted project runs its own functions and jobs: see its dashboard.');
  };
  return [
    {
      method: 'GET',
      path: '/health/jobs',
      async answer({ token }) {
        const jobs = await askBackend<JobsState['jobs']>(token, 'admin_jobs').catch(ignoreUnknown(null));
        return Response.json({ jobs, canRun: embedded !== undefined } satisfies JobsState);
      },
    },
    {
      method: 'POST',
      path: '/health/jobs/run',
      async answer(call) {
        const { id } = await call.readJson(chosenJob);
        const activity = requireActivity();
        const jobs = await askBackend<JobsState['jobs']>(call.token, 'admin_jobs');
        const job = jobs?.find((one) => one.id === id);
        if (!job) throw new AdminError(404, 'not-found', 'There is no such job. It may have been removed.');
        await call.note('health.run-job', job.name);
        if (!activity.runJob(id))
          throw new AdminError(
            409,
            'busy',
            'The job does not start: it is off, it is running, or another server runs it. See its last runs.',
          );
        return Response.json({});
      },
    },
    {
      method: 'GET',
      path: '/health/functions',
      async answer() {
        const functions = await requireActivity().listFunctions();
        return Response.json({ functions } satisfies FunctionsState);
      },
    },
  ];
}

function hosted(message: string): AdminError {
  return new AdminError(501, 'hosted', message);
}
