/** Starts the site with its backend inside, or pointed at a backend that is a process of its own, as a hosted project is. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findTestPort } from './find-test-port.ts';
import { pushMigrations } from './push-migrations.ts';
import { repository } from './read-tree.ts';
import { startBackend } from './start-backend.ts';
import { type RunningSite, type SiteOptions, startSite } from './start-site.ts';

export interface Addresses {
  siteUrl: string;
  /** The same, unless the backend is hosted. */
  backendUrl: string;
}

export interface SiteAndBackend extends RunningSite {
  backendUrl: string;
  /** The publishable key and the secret key. */
  publicKey: string;
  secretKey: string;
}

interface Options extends SiteOptions {
  hosted: boolean;
  /** Settings of the backend, such as where its config.toml is; called once the addresses are known. */
  settings?(addresses: Addresses): Record<string, string> | Promise<Record<string, string>>;
  /** Settings that a site with a hosted backend has on top of `env`. */
  hostedEnv?: Record<string, string>;
}

export async function startSiteAndBackend(input: Options): Promise<SiteAndBackend> {
  const { hosted, settings = () => ({}), hostedEnv = {}, env = {}, ...options } = input;
  const port = await findTestPort();
  const backendPort = hosted ? await findTestPort() : port;
  const siteUrl = `http://localhost:${port}`;
  const backendUrl = hosted ? `http://127.0.0.1:${backendPort}` : siteUrl;
  const publicKey = createKey('publishable');
  const secretKey = createKey('secret');
  const given: Record<string, string> = {
    SECRET_KEY: secretKey,
    PUBLISHABLE_KEY: publicKey,
    ...(await settings({ siteUrl, backendUrl })),
  };
  const own = await mkdtemp(join(tmpdir(), 'porchlight-project-'));
  if (hosted && !given.SUPABASE_CONFIG) {
    given.SUPABASE_CONFIG = join(own, 'config.toml');
    for (const file of ['config.toml', 'porchlight.toml'])
      await cp(join(repository, 'supabase', file), join(own, file));
  }
  const counting = hosted ? await pushMigrations(dirname(given.SUPABASE_CONFIG ?? own)) : {};
  const backend = hosted ? await startBackend(backendPort, given) : undefined;
  const site = await startSite({
    ...options,
    env: {
      LOG_REQUESTS: 'off',
      PORT: String(port),
      ...env,
      ...(hosted ? { SUPABASE_URL: backendUrl, SUPABASE_KEY: publicKey, ...counting, ...hostedEnv } : given),
    },
  }).catch(async (error: unknown) => {
    await backend?.stop();
    throw error;
  });
  return {
    ...site,
    backendUrl,
    publicKey,
    secretKey,
    async stop() {
      await site.stop();
      await backend?.stop();
      await rm(own, { recursive: true, force: true });
    },
  };
}

function createKey(kind: 'publishable' | 'secret'): string {
  return `sb_${kind}_${crypto.randomUUID().replaceAll('-', '')}`;
}
