/** Connects the data API to the keys of the auth service. */
import type { Database } from '../database/database.ts';
import type { AuthService } from './auth/service/service.ts';
import type { ApiConfig } from './config/api-config.ts';
import type { Rest } from './rest/create-rest.ts';

export const restPath = '/rest/v1';

export function openRest(
  api: ApiConfig,
  database: Pick<Database, 'requests' | 'readReplica' | 'auth'>,
  auth: Pick<AuthService, 'readCaller' | 'config' | 'externalUrl' | 'clock' | 'log'>,
): Rest {
  const { readCaller, log, clock } = auth;
  let rest: Rest | undefined;

  // Loaded on the first request, like the endpoints of the auth service, so that the start is not delayed.
  async function open(): Promise<Rest> {
    const { createRest } = await import('./rest/create-rest.ts');
    rest ??= createRest({
      requests: database.requests,
      readReplica: database.readReplica,
      definitions: database.auth,
      readCaller,
      applicationsUseData: auth.config.stricter.applicationsUseData,
      api,
      externalUrl: auth.externalUrl.replace(/\/auth\/v1$/, '') + restPath,
      nowSeconds: () => clock.now().getTime() / 1000,
      log,
    });
    return rest;
  }

  return {
    serve: async (request, url, path) => (rest ?? (await open())).serve(request, url, path),
    close: async () => rest?.close(),
  };
}
