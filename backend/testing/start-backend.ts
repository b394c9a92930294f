/** `porchlight/testing`: a backend of its own for a test, with an own database, in the process of the test. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Log } from '../../database/log.ts';
import { type BackendSettings, readBackendSettings } from '../config/backend-settings.ts';
import { listProjectFiles, openAlone } from '../open-alone.ts';
import { copyPreparedData } from './prepared-data.ts';
import type { StartBackend, TestBackendOptions } from './test-backend.ts';

export const startBackend: StartBackend = async (options = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-test-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const log: Log = ({ level, message }) => options.log?.(level, message);
  try {
    const settings = await readSettings(folder, options);
    await copyPreparedData(settings, log);
    const { database, close } = await openAlone(settings, listProjectFiles(settings), log);
    const { anonKey, serviceRoleKey, publishableKey, secretKey, jwtSecret } = settings.secrets;
    return {
      url: settings.apiUrl,
      publishableKey,
      secretKey,
      anonKey,
      serviceRoleKey,
      jwtSecret,
      databaseUrl: database.url,
      close: () => close().finally(remove),
    };
  } catch (error) {
    await remove();
    throw error;
  }
};

async function readSettings(folder: string, options: TestBackendOptions): Promise<BackendSettings> {
  const { supabase = 'supabase', environment } = options;
  const settings = await readBackendSettings(
    { ...environment, DATA_DIR: folder, PORT: String(await findFreePort()) },
    ['--supabase', resolve(supabase)],
  );
  // A port that is given in config.toml can be open once only.
  return { ...settings, databaseUrl: undefined, config: { ...settings.config, databasePort: undefined } };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
