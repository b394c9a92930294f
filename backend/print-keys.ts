/** `npm run keys`, also with `-- --supabase <folder>`: prints URLs and keys like `supabase status -o env`. The output gives full access. */
import { toDatabaseUrl } from '../database/connection-target.ts';
import { findRunningTarget } from '../database/embedded/owner-target.ts';
import { readBackendSettings } from './config/backend-settings.ts';
import { exitWithError } from './start-errors.ts';

const settings = await readBackendSettings(process.env, process.argv.slice(2)).catch(exitWithError);
const { secrets } = settings;

const embedded =
  settings.databaseUrl === undefined
    ? await findRunningTarget(settings.dataDirectory).catch(exitWithError)
    : undefined;

const lines = {
  API_URL: settings.isOtherProject ? settings.apiUrl : settings.siteUrl,
  DB_URL: settings.directUrl ?? settings.databaseUrl ?? (embedded ? toDatabaseUrl(embedded) : ''),
  ANON_KEY: secrets.anonKey,
  SERVICE_ROLE_KEY: secrets.serviceRoleKey,
  PUBLISHABLE_KEY: secrets.publishableKey,
  SECRET_KEY: secrets.secretKey,
  JWT_SECRET: secrets.jwtSecret,
};
for (const [name, value] of Object.entries(lines)) console.log(`${name}="${value}"`);
// Printed to stderr, so that stdout can be redirected to a file.
if (!settings.isOtherProject)
  console.error(
    `API_URL is the site's own address. The backend alone (npm run backend) is at ${settings.apiUrl}.`,
  );
