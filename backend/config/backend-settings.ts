import { basename, dirname, join, resolve } from 'node:path';
import { type ProxyTrust, parseProxyTrust } from '../http/client-address.ts';
import { readSecrets, type Secrets } from '../identity/secrets.ts';
import { formatFaults, SettingsError } from '../identity/settings-error.ts';
import type { SigningJwk } from '../identity/signing-keys.ts';
import { type EncryptionKeys, readEncryptionKeys } from './encryption-settings.ts';
import { type BackendConfig, readConfig } from './read-config.ts';
import { readS3Settings, type S3Settings } from './s3-settings.ts';
import { readSupabaseArgument } from './supabase-folder.ts';

/** The settings of the backend from the environment, config.toml and the data directory. */
export interface BackendSettings {
  dataDirectory: string;
  databaseUrl: string | undefined;
  /** The server itself, if `databaseUrl` is a pooler. */
  directUrl: string | undefined;
  /** A replica of the server. */
  readUrl: string | undefined;
  host: string;
  port: number;
  /** The URL of the backend when it runs without the site. */
  apiUrl: string;
  /** The URL of the backend inside the site, read by the same rules as the site's own URL. */
  siteUrl: string;
  config: BackendConfig;
  /** Whether `--supabase` names the folder of another project. It must not be applied to the data of the site. */
  isOtherProject: boolean;
  secrets: Secrets;
  signingKeys: SigningJwk[];
  /** Keys that encrypt secrets in the database. */
  encryptionKeys: EncryptionKeys;
  /** Which proxies are trusted to set X-Forwarded-For. */
  proxyTrust: ProxyTrust;
  /** Hosts inside the owner's network that sign-in providers may use. */
  privateHosts: string[];
  /** The S3 store for uploaded files; undefined when they are stored in the data directory. */
  s3: S3Settings | undefined;
  /** What downloads of the functions' modules need: proxies and registries. */
  downloads: Record<string, string>;
  /** A file of certificates beside the usual ones. */
  certificates: string | undefined;
}

/** Reads the environment and the arguments once. Missing keys are generated. */
export async function readBackendSettings(
  environment: Record<string, string | undefined>,
  args: readonly string[] = [],
): Promise<BackendSettings> {
  const siteConfig = resolve(environment.SUPABASE_CONFIG || 'supabase/config.toml');
  const folder = await readSupabaseArgument(args);
  const config = await readConfig(folder ? join(folder, 'config.toml') : siteConfig, environment);
  const isOtherProject = folder !== undefined && folder !== dirname(siteConfig);
  const dataDirectory = resolve(
    environment.DATA_DIR || (isOtherProject ? join('.data', 'projects', nameOf(config)) : '.data'),
  );
  const port = Number(environment.PORT || config.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new SettingsError(
      formatFaults([`PORT must be a number from 0 to 65535, got "${environment.PORT}"`]),
    );
  }
  const siteUrl = environment.SITE_URL?.trim() || `http://localhost:${environment.PORT || 3000}`;
  const { jwtSecret, signingKeysPath } = config.auth;
  const secrets = await readSecrets({ dataDirectory, environment, jwtSecret: jwtSecret || undefined });
  return {
    dataDirectory,
    databaseUrl: environment.DATABASE_URL || undefined,
    directUrl: environment.DIRECT_URL || undefined,
    readUrl: environment.DATABASE_READ_URL || undefined,
    host: environment.HOST || '127.0.0.1',
    port,
    apiUrl: environment.API_URL || `http://127.0.0.1:${port}`,
    siteUrl: siteUrl.replace(/\/$/, ''),
    config,
    isOtherProject,
    secrets,
    signingKeys: signingKeysPath === '' ? [] : await readKeys(resolve(config.directory, signingKeysPath)),
    encryptionKeys: readEncryptionKeys(environment),
    proxyTrust: readProxyTrust(environment.TRUST_PROXY?.trim()),
    privateHosts: parseList(environment.PRIVATE_HOSTS),
    s3: readS3Settings(environment),
    downloads: readDownloads(environment),
    certificates: environment.DENO_CERT || environment.NODE_EXTRA_CA_CERTS || undefined,
  };
}

const downloadVariables =
  /^(https?_proxy|no_proxy|npm_config_registry|jsr_url|deno_auth_tokens|deno_tls_ca_store)$/i;

export function readDownloads(environment: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && downloadVariables.test(name) ? [[name, value]] : [],
  );
  return Object.fromEntries(entries);
}

/** Supabase's CLI also keeps the data of a project by its id. */
function nameOf({ projectId, directory }: BackendConfig): string {
  const name = projectId || basename(dirname(directory));
  return name.replaceAll(/[^\w-]+/g, '_') || 'project';
}

/** Imported only when such a file is set: most sites have none, and the validation library is slow to load. */
async function readKeys(path: string): Promise<SigningJwk[]> {
  const { readSigningKeys } = await import('../identity/read-signing-keys.ts');
  return readSigningKeys(path);
}

function readProxyTrust(text: string | undefined): ProxyTrust {
  try {
    return text ? parseProxyTrust(text) : { hops: 0 };
  } catch (cause) {
    throw new SettingsError(formatFaults([`TRUST_PROXY ${(cause as Error).message}`]), { cause });
  }
}

function parseList(text = ''): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}
