import type { ApiPage, ShownKeys } from '../../../app/admin/api/api-data.ts';
import type { Secrets } from '../../../backend/identity/secrets.ts';
import { readDefinitions } from '../../../backend/rest/database-types/read-definitions.ts';
import { writeTypes } from '../../../backend/rest/database-types/write-types.ts';
import type { Database } from '../../../database/database.ts';
import { AdminError } from '../admin-error.ts';
import type { AdminRoute } from '../admin-route.ts';
import type { AskBackend, AskBackendOptions } from '../ask-backend.ts';
import { createExplainRefusal } from '../explain-refusal.ts';

export type ApiKeys = Pick<
  Secrets,
  'anonKey' | 'publishableKey' | 'secretKey' | 'serviceRoleKey' | 'jwtSecret'
>;

export interface ApiRoutesOptions {
  askBackend: AskBackend;
  backend: Pick<AskBackendOptions, 'url' | 'key'>;
  siteUrl: string;
  /** What only the embedded backend offers; undefined with a hosted project. */
  embedded: { keys: ApiKeys; writeTypes(): Promise<string> } | undefined;
}

const explainRefusal = createExplainRefusal({ statuses: {} });

/** How programs call the site's data: tables and functions, types, keys. */
export function createApiRoutes({ askBackend, backend, siteUrl, embedded }: ApiRoutesOptions): AdminRoute[] {
  const dashboard = embedded ? undefined : toDashboard(backend.url);
  return [
    {
      method: 'GET',
      path: '/api',
      async answer({ token }) {
        const offered = await askBackend<Pick<ApiPage, 'tables' | 'functions'>>(token, 'admin_api').catch(
          explainRefusal,
        );
        const page: ApiPage = {
          ...offered,
          url: embedded ? siteUrl : backend.url,
          publicKey: embedded?.keys.publishableKey ?? backend.key,
          ...(dashboard !== undefined && { dashboard }),
        };
        return Response.json(page);
      },
    },
    {
      method: 'GET',
      path: '/api/types',
      async answer() {
        if (!embedded)
          throw new AdminError(
            501,
            'hosted',
            'Types of a hosted project are written by its own tool: supabase gen types typescript --linked',
          );
        return Response.json({ text: await embedded.writeTypes() });
      },
    },
    {
      method: 'POST',
      path: '/api/keys',
      asksAgain: true,
      async answer(call) {
        if (!embedded)
          throw new AdminError(
            501,
            'hosted',
            `This site has no secret key of the project. See ${dashboard}.`,
          );
        await call.note('api.show-keys', 'this site');
        const { secretKey, serviceRoleKey, anonKey, jwtSecret } = embedded.keys;
        const keys: ShownKeys = {
          'Secret key': secretKey,
          'Service role key (older clients)': serviceRoleKey,
          'Anon key (older clients; public)': anonKey,
          'JWT secret': jwtSecret,
        };
        return Response.json({ keys });
      },
    },
  ];
}

/** Of a project at supabase.com; another server has its keys in its own settings. */
function toDashboard(url: string): string {
  const { hostname } = new URL(url);
  const [project, ...rest] = hostname.split('.');
  return rest.join('.') === 'supabase.co'
    ? `https://supabase.com/dashboard/project/${project}/settings/api-keys`
    : 'https://supabase.com/dashboard';
}

/** As `npm run db:types` writes them. */
export async function writeCurrentTypes(
  database: Pick<Database, 'transaction'>,
  schemas: readonly string[],
): Promise<string> {
  return `${writeTypes(await readDefinitions(database, ['public', ...schemas]))}\n`;
}
