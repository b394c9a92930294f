/** Connects the owner's functions to the keys of the auth service and to the HTTP server. */

import type { AuthService } from './auth/service/service.ts';
import type { FunctionsConfig } from './config/functions-config.ts';
import { createActivityRecorder, type FunctionActivity } from './functions/record-activity.ts';
import type { ServeFunctions } from './functions/serve.ts';
import type { FunctionsOptions, FunctionTimes } from './functions/service.ts';
import type { WebSockets } from './http/http-server.ts';
import type { KeyRing } from './identity/key-ring.ts';
import type { Secrets } from './identity/secrets.ts';

export const functionsPath = '/functions/v1';

export interface FunctionsParts {
  config: FunctionsConfig;
  dataFolder: string;
  /** The database for other programs, if it is open to them. */
  databaseUrl?: string | undefined;
  /** What downloads of modules need of the environment. */
  downloads: Record<string, string>;
  /** A file of certificates beside the usual ones. */
  certificates: string | undefined;
  times?: Partial<FunctionTimes>;
}

export interface OpenFunctions {
  serve: ServeFunctions;
  webSockets: WebSockets;
  /** The functions that there are, and what they did since the start of this process. */
  list(): Promise<ListedFunction[]>;
  close(): Promise<void>;
}

export interface ListedFunction extends FunctionActivity {
  name: string;
  /** Anyone may call it, without a key or a token. */
  isPublic: boolean;
}

/** `site` answers what functions ask this site for. */
export function openFunctions(
  parts: FunctionsParts,
  auth: Pick<AuthService, 'readCaller' | 'keyRing' | 'config' | 'externalUrl' | 'clock' | 'log'>,
  secrets: Secrets,
  site: Pick<FunctionsOptions, 'configFolder' | 'privateHosts' | 'fetch' | 'webSockets'>,
): OpenFunctions {
  const siteUrl = new URL(auth.externalUrl).origin;
  let opened: ReturnType<typeof load> | undefined;
  let isClosed = false;
  const activity = createActivityRecorder(auth.log);

  /** Loaded for the first call, so that a site without functions has nothing of it. */
  async function load() {
    const [{ createFunctions }, { createRequireFunction, createServeFunctions }, { forwardSocket }] =
      await Promise.all([
        import('./functions/create-functions.ts'),
        import('./functions/serve.ts'),
        import('./functions/forward-socket.ts'),
      ]);
    const options: FunctionsOptions = {
      ...parts,
      ...site,
      siteUrl,
      environment: toEnvironment(siteUrl, secrets, auth.keyRing, parts.databaseUrl),
      readCaller: auth.readCaller,
      applicationsUseData: auth.config.stricter.applicationsUseData,
      now: () => auth.clock.now().getTime(),
      log: activity.log,
    };
    const functions = createFunctions(options);
    const find = (name: string) => activity.follow(name, functions.find(name));
    const requireFunction = createRequireFunction({ ...functions, find }, options);
    return {
      functions,
      requireFunction,
      forwardSocket,
      serve: createServeFunctions(requireFunction, options),
    };
  }
  const open = () => {
    opened ??= load();
    return opened;
  };

  return {
    serve: async (request, url, path, client) => (await open()).serve(request, url, path, client),
    async list() {
      const { listFunctions } = await import('./functions/source/list-functions.ts');
      return listFunctions(parts.config, site.configFolder).map((found) => ({
        ...found,
        ...activity.read(found.name),
      }));
    },
    webSockets: {
      accepts: (path) => path.startsWith(`${functionsPath}/`),
      async upgrade(request, socket, head, address) {
        const { forwardSocket, requireFunction } = await open();
        const url = new URL(`${siteUrl}${request.url}`);
        const path = url.pathname.slice(functionsPath.length);
        await forwardSocket(
          requireFunction,
          request,
          { socket, head },
          { url, path, client: { address, requestId: '' } },
        );
      },
      async close() {},
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await (await opened)?.functions.close();
    },
  };
}

/** As a hosted project names them. */
function toEnvironment(
  siteUrl: string,
  secrets: Secrets,
  { jwks }: Pick<KeyRing, 'jwks'>,
  databaseUrl: string | undefined,
): Record<string, string> {
  return {
    SUPABASE_URL: siteUrl,
    SUPABASE_ANON_KEY: secrets.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: secrets.serviceRoleKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: secrets.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secrets.secretKey }),
    SUPABASE_JWKS: JSON.stringify(jwks),
    ...(databaseUrl !== undefined && { SUPABASE_DB_URL: databaseUrl }),
  };
}
