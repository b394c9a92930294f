/** Everything that serves: two Postgres servers, their proxy, the pooler, an S3 server, three processes of the site, and the proxy for visitors. */
import { join } from 'node:path';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { type PostgresPair, startPostgresPair } from '../../tests/harness/database/postgres-pair.ts';
import type { Program } from '../../tests/harness/database/program.ts';
import { findTestPort } from '../../tests/harness/find-test-port.ts';
import type { Bench } from '../bench.ts';
import { databaseConfiguration, frontConfiguration, startHaproxy } from './haproxy.ts';
import { startPooler } from './pooler.ts';
import { startPrimaryAgent } from './primary-agent.ts';
import { requireSystemProgram } from './require-system-program.ts';
import { type S3Store, startS3Store } from './s3-store.ts';
import { writeSupabaseFolder } from './site-settings.ts';
import { createSites, type Site } from './sites.ts';

export interface Machines {
  /** Where visitors come. */
  url: string;
  postgres: PostgresPair;
  databaseProxy: Program;
  pooler: Program;
  s3: S3Store;
  sites: Site[];
  front: Program;
}

const processes = 3;

export async function openMachines(bench: Bench, mailPort: number): Promise<Machines> {
  requireSystemProgram('pgbouncer');
  const haproxy = requireSystemProgram('haproxy');
  const { folder, remove } = await makeFolder();
  bench.onClose(remove);

  const postgres = await startPostgresPair(folder, { isSynchronous: true });
  bench.onClose(() => postgres.stop());
  const agents = [await startPrimaryAgent(postgres.primary), await startPrimaryAgent(postgres.replica)];
  for (const agent of agents) bench.onClose(() => agent.close());
  const databasePort = await findTestPort();
  const servers = [postgres.primary, postgres.replica].map(({ port }, index) => ({
    port,
    agent: agents[index]?.port ?? 0,
  }));
  const databaseProxy = await startHaproxy({
    name: 'haproxy of Postgres',
    program: haproxy,
    folder,
    port: databasePort,
    configuration: databaseConfiguration(databasePort, servers),
  });
  bench.onClose(() => databaseProxy.stop());
  const directUrl = `postgres://postgres@127.0.0.1:${databasePort}/postgres`;
  const poolerPort = await findTestPort();
  const pooler = await startPooler(poolerPort, directUrl);
  bench.onClose(() => pooler.stop());
  const s3 = await startS3Store(bench, folder);
  bench.onClose(() => s3.program.stop());

  const frontPort = await findTestPort();
  const url = `http://127.0.0.1:${frontPort}`;
  const sites = await createSites(bench, folder, {
    count: processes,
    environment: {
      ...s3.settings,
      SITE_URL: url,
      DATABASE_URL: `postgres://postgres@127.0.0.1:${poolerPort}/postgres`,
      DIRECT_URL: directUrl,
      SUPABASE_CONFIG: await writeSupabaseFolder(bench.siteFolder, join(folder, 'shared'), mailPort),
    },
  });
  const [first, ...others] = sites;
  for (const { program } of sites) bench.onClose(() => program.stop());
  bench.log('starting the first process, which builds the site and makes the tables …');
  await first?.program.start();
  await Promise.all(others.map(({ program }) => program.start()));
  const front = await startHaproxy({
    name: 'haproxy of visitors',
    program: haproxy,
    folder,
    port: frontPort,
    configuration: frontConfiguration(
      frontPort,
      sites.map(({ port }) => port),
    ),
  });
  bench.onClose(() => front.stop());
  return { url, postgres, databaseProxy, pooler, s3, sites, front };
}
