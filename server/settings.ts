/** Reads the environment once: all faults are reported together, and the result is frozen. */

import { resolve } from 'node:path';
import { findEncryptionFaults } from '../backend/config/encryption-settings.ts';
import { findS3Faults } from '../backend/config/s3-settings.ts';
import { type ProxyTrust, parseProxyTrust } from '../backend/http/client-address.ts';
import { toErrorMessage } from '../backend/http/describe-error.ts';
import { formatFaults } from '../backend/identity/settings-error.ts';
import { findBackupFaults } from './backup/backup-settings.ts';
import { type CdnSettings, readCdnSettings } from './cdn/cdn-settings.ts';
import type { SettingName } from './settings-table.ts';
import { StartUpError } from './start-up-error.ts';
import {
  parseCollectorUrl,
  parseHeaders,
  parseRatio,
  parseSampler,
  parseTracesUrl,
  type TracesSettings,
} from './traces-settings.ts';

export interface Settings {
  port: number;
  host: string;
  /** The site's public origin, without a trailing slash. */
  siteUrl: string;
  /** Absolute. */
  dataFolder: string;
  /** Absolute. */
  contentFolder: string;
  databaseUrl?: string;
  /** The server itself, if `databaseUrl` is a pooler. */
  directUrl?: string;
  /** A replica of the server, for reads that may be some seconds late. */
  readUrl?: string;
  supabase?: { url: string; key: string; jwtSecret?: string };
  pageViewSecret?: string;
  goatCounterToken?: string;
  /** `auto`: text in a terminal, JSON otherwise. */
  logFormat: LogFormat;
  logRequests: boolean;
  /** Undefined: there are no metrics. */
  metrics?: MetricsSettings;
  /** Undefined: there are no traces. */
  traces?: TracesSettings;
  /** Whether there is an admin area. */
  admin: boolean;
  proxyTrust: ProxyTrust;
  /** Undefined: no CDN is told about changes, and none keeps pages. */
  cdn?: CdnSettings;
}

export interface MetricsSettings {
  /** Without it, `address` is open to everybody who reaches it. */
  token?: string;
  /** Without it, they are at /metrics of the site. */
  address?: { host: string; port: number };
}

const logFormats = ['auto', 'text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

type Environment = Record<string, string | undefined>;

export function readSettings(env: Environment): Readonly<Settings> {
  const faults: string[] = [];

  /** An empty value counts as unset: compose files and shells pass it for a variable without a value. */
  const find = (name: SettingName) => env[name]?.trim() || undefined;
  const parse = <Value>(name: SettingName, fallback: Value, parser: (text: string) => Value): Value => {
    const text = find(name);
    if (text === undefined) return fallback;
    try {
      return parser(text);
    } catch (error) {
      faults.push(`${name} ${toErrorMessage(error)}`);
      return fallback;
    }
  };

  const port = parse('PORT', 3000, parsePort);
  const supabaseUrl = parse('SUPABASE_URL', undefined, parseOrigin);
  const supabaseKey = parse('SUPABASE_KEY', undefined, parsePublicKey);
  const jwtSecret = find('SUPABASE_JWT_SECRET');
  const pageViewSecret = parse('PAGE_VIEW_SECRET', undefined, parseSecret);
  if (!find('SUPABASE_URL')) {
    // Read by the embedded backend, and validated here so that all faults are reported at once.
    parse('JWT_SECRET', undefined, parseSecret);
    faults.push(...findS3Faults(env), ...findEncryptionFaults(env), ...findBackupFaults(env));
  }
  const goatCounterToken = find('GOATCOUNTER_TOKEN');
  if (find('SUPABASE_KEY') && !find('SUPABASE_URL')) {
    faults.push('supabaseUrl is required. SUPABASE_KEY is set without SUPABASE_URL: set both or neither');
  }
  if (find('SUPABASE_URL') && !find('SUPABASE_KEY')) {
    faults.push('supabaseKey is required. SUPABASE_URL is set without SUPABASE_KEY: set both or neither');
  }

  const metricsToken = parse('METRICS_TOKEN', undefined, parseSecret);
  const metricsAddress = parse('METRICS_ADDRESS', undefined, parseAddress);

  // The address of the traces alone comes before that of all signals.
  const tracesUrl =
    parse('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', undefined, parseTracesUrl) ??
    parse('OTEL_EXPORTER_OTLP_ENDPOINT', undefined, parseCollectorUrl);
  // Without an address the others are for other programs.
  const traces = tracesUrl && {
    url: tracesUrl,
    headers: parse('OTEL_EXPORTER_OTLP_HEADERS', {}, parseHeaders),
    serviceName: find('OTEL_SERVICE_NAME') ?? 'porchlight',
    sampler: parse('OTEL_TRACES_SAMPLER', 'parentbased_always_on', parseSampler),
    ratio: parse('OTEL_TRACES_SAMPLER_ARG', 1, parseRatio),
  };

  const cdn = readCdnSettings(find, faults);
  const settings: Settings = {
    port,
    host: find('HOST') ?? 'localhost',
    siteUrl: parse('SITE_URL', `http://localhost:${port}`, parseOrigin),
    dataFolder: resolve(find('DATA_DIR') ?? '.data'),
    contentFolder: resolve(find('CONTENT_DIR') ?? 'content'),
    ...readDatabaseUrls(find, parse, faults),
    ...(supabaseUrl &&
      supabaseKey && {
        supabase: Object.freeze({ url: supabaseUrl, key: supabaseKey, ...(jwtSecret && { jwtSecret }) }),
      }),
    ...(pageViewSecret && { pageViewSecret }),
    ...(goatCounterToken && { goatCounterToken }),
    logFormat: parse('LOG_FORMAT', 'auto', parseLogFormat),
    logRequests: parse('LOG_REQUESTS', true, parseSwitch),
    ...((metricsToken || metricsAddress) && {
      metrics: {
        ...(metricsToken && { token: metricsToken }),
        ...(metricsAddress && { address: metricsAddress }),
      },
    }),
    ...(traces && { traces }),
    admin: parse('ADMIN', true, parseSwitch),
    proxyTrust: parse('TRUST_PROXY', { hops: 0 }, parseProxyTrust),
    ...(cdn && { cdn }),
  };

  if (faults.length > 0) {
    throw new StartUpError(formatFaults(faults));
  }
  return Object.freeze(settings);
}

function readDatabaseUrls(
  find: (name: SettingName) => string | undefined,
  parse: <Value>(name: SettingName, fallback: Value, parser: (text: string) => Value) => Value,
  faults: string[],
): Pick<Settings, 'databaseUrl' | 'directUrl' | 'readUrl'> {
  const databaseUrl = parse('DATABASE_URL', undefined, parseDatabaseUrl);
  const directUrl = parse('DIRECT_URL', undefined, parseDatabaseUrl);
  const readUrl = parse('DATABASE_READ_URL', undefined, parseDatabaseUrl);
  const needsServer = (name: SettingName, advice: string) => {
    if (find(name) && !find('DATABASE_URL')) faults.push(`${name} is set without DATABASE_URL: ${advice}`);
  };
  needsServer('DIRECT_URL', 'set the address of the pooler as DATABASE_URL, or unset both');
  needsServer('DATABASE_READ_URL', 'set the address of the server as DATABASE_URL, or unset both');
  return {
    ...(databaseUrl && { databaseUrl }),
    ...(directUrl && { directUrl }),
    ...(readUrl && { readUrl }),
  };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new Error(`must be a number from 0 to 65535, got "${text}"`);
  }
  return port;
}

/** A host and a port: `127.0.0.1:9464`, `[::1]:9464`. */
function parseAddress(text: string): { host: string; port: number } {
  const [, host, port] = /^(\[[\da-f:]+\]|[^\s:/]+):(\d+)$/i.exec(text) ?? [];
  if (host === undefined || port === undefined)
    throw new Error(`must look like 127.0.0.1:9464, got "${text}"`);
  return { host: host.replace(/[[\]]/g, ''), port: parsePort(port) };
}

function parseOrigin(text: string): string {
  const url = URL.parse(text);
  if (!url) throw new Error(`is not a URL ("${text}")`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Error(`must start with http:// or https://, got "${url.protocol}"`);
  }
  // Not printed, because it may contain a password.
  if (url.username || url.password) throw new Error('must not hold a user name or password');
  if (url.pathname !== '/' || url.search || url.hash) {
    throw new Error(`must end after the host name, got "${text}"; the site lives at the root of its address`);
  }
  return url.origin;
}

function parseDatabaseUrl(text: string): string {
  const protocol = URL.parse(text)?.protocol;
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') {
    throw new Error('must look like postgres://user:password@host:5432/name');
  }
  return text;
}

/** The key is sent to every browser, so a secret key must be rejected. */
function parsePublicKey(text: string): string {
  const payload = text.split('.')[1] ?? '';
  const isServiceRole = Buffer.from(payload, 'base64url').toString().includes('"service_role"');
  if (isServiceRole || text.startsWith('sb_secret_')) {
    throw new Error('is a secret key, and every visitor would see it; set the anon or publishable key');
  }
  return text;
}

function parseSecret(text: string): string {
  if (text.length < 32) throw new Error('must have at least 32 characters');
  return text;
}

function parseSwitch(text: string): boolean {
  const value = text.toLowerCase();
  if (value === 'on' || value === 'true' || value === '1') return true;
  if (value === 'off' || value === 'false' || value === '0') return false;
  throw new Error(`must be on or off, got "${text}"`);
}

function parseLogFormat(text: string): LogFormat {
  const format = logFormats.find((format) => format === text.toLowerCase());
  if (format === undefined) throw new Error(`must be auto, text or json, got "${text}"`);
  return format;
}
