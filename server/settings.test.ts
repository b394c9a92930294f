import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';
import { settingsTable } from './settings-table.ts';

const serviceRoleKey = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"role":"service_role"}').toString('base64url')}.c2ln`;
const anonKey = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"role":"anon"}').toString('base64url')}.c2ln`;

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };

function faultsOf(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'no fault';
}

describe('settings', () => {
  it('have a default for everything', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: 'localhost',
      siteUrl: 'http://localhost:3000',
      dataFolder: resolve('.data'),
      contentFolder: resolve('content'),
      logFormat: 'auto',
      logRequests: true,
      admin: true,
      proxyTrust: { hops: 0 },
    });
  });

  it('treat an empty value as unset', () => {
    const empty = Object.fromEntries(settingsTable.map(({ name }) => [name, ' ']));
    expect(readSettings(empty)).toEqual(readSettings({}));
  });

  it('are frozen', () => {
    const settings = readSettings({ SUPABASE_URL: 'https://a.supabase.co', SUPABASE_KEY: anonKey });
    expect(Object.isFrozen(settings)).toBe(true);
    expect(Object.isFrozen(settings.supabase)).toBe(true);
  });

  it.each([
    [{ PORT: '8080' }, { port: 8080, siteUrl: 'http://localhost:8080' }],
    [{ PORT: '0' }, { port: 0 }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ SITE_URL: 'https://Example.com/' }, { siteUrl: 'https://example.com' }],
    [{ SITE_URL: 'https://example.com:8443' }, { siteUrl: 'https://example.com:8443' }],
    [{ DATA_DIR: '/var/lib/site' }, { dataFolder: '/var/lib/site' }],
    [{ DATABASE_URL: 'postgres://me:pw@db/site' }, { databaseUrl: 'postgres://me:pw@db/site' }],
    [
      { DATABASE_URL: 'postgres://me:pw@pooler/site', DIRECT_URL: 'postgres://me:pw@db/site' },
      { databaseUrl: 'postgres://me:pw@pooler/site', directUrl: 'postgres://me:pw@db/site' },
    ],
    [
      { SUPABASE_URL: 'https://a.supabase.co', SUPABASE_KEY: anonKey },
      { supabase: { url: 'https://a.supabase.co', key: anonKey } },
    ],
    [{ LOG_FORMAT: 'JSON' }, { logFormat: 'json' }],
    [{ LOG_REQUESTS: 'off' }, { logRequests: false }],
    [{ LOG_REQUESTS: 'TRUE' }, { logRequests: true }],
    [{ METRICS_TOKEN: 'x'.repeat(32) }, { metrics: { token: 'x'.repeat(32) } }],
    [{ METRICS_ADDRESS: '127.0.0.1:9464' }, { metrics: { address: { host: '127.0.0.1', port: 9464 } } }],
    [{ METRICS_ADDRESS: '[::1]:9464' }, { metrics: { address: { host: '::1', port: 9464 } } }],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' },
      {
        traces: {
          url: 'http://localhost:4318/v1/traces',
          headers: {},
          serviceName: 'porchlight',
          sampler: 'parentbased_always_on',
          ratio: 1,
        },
      },
    ],
    [
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.test/in?a=1',
        OTEL_EXPORTER_OTLP_HEADERS: 'Api-Key=a%20b%3D, tenant=one=two',
        OTEL_SERVICE_NAME: 'my site',
        OTEL_TRACES_SAMPLER: 'traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      },
      {
        traces: {
          url: 'https://traces.test/in?a=1',
          headers: { 'api-key': 'a b=', tenant: 'one=two' },
          serviceName: 'my site',
          sampler: 'traceidratio',
          ratio: 0.25,
        },
      },
    ],
    // For other programs on the machine.
    [{ OTEL_TRACES_SAMPLER: 'xray', OTEL_EXPORTER_OTLP_HEADERS: 'a' }, { logRequests: true }],
    [{ TRUST_PROXY: '2' }, { proxyTrust: { hops: 2 } }],
    [{ PAGE_VIEW_SECRET: 'x'.repeat(32) }, { pageViewSecret: 'x'.repeat(32) }],
    [{ GOATCOUNTER_TOKEN: 'key' }, { goatCounterToken: 'key' }],
  ])('%o is accepted', (env, expected) => {
    expect(readSettings(env)).toMatchObject(expected);
  });

  it.each([
    [{ PORT: 'x' }, 'PORT must be a number from 0 to 65535, got "x"'],
    [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535, got "70000"'],
    [{ PORT: '-1' }, 'PORT must be a number from 0 to 65535, got "-1"'],
    [{ SITE_URL: 'abc' }, 'SITE_URL is not a URL ("abc")'],
    [{ SITE_URL: 'ftp://example.com' }, 'SITE_URL must start with http:// or https://, got "ftp:"'],
    [{ SITE_URL: 'https://example.com/blog' }, 'SITE_URL must end after the host name'],
    [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT must be auto, text or json, got "xml"'],
    [{ LOG_REQUESTS: 'maybe' }, 'LOG_REQUESTS must be on or off, got "maybe"'],
    [{ PAGE_VIEW_SECRET: 'short' }, 'PAGE_VIEW_SECRET must have at least 32 characters'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 32 characters'],
    [{ METRICS_ADDRESS: '9464' }, 'METRICS_ADDRESS must look like 127.0.0.1:9464, got "9464"'],
    [{ METRICS_ADDRESS: '::1:9464' }, 'METRICS_ADDRESS must look like 127.0.0.1:9464'],
    [{ METRICS_ADDRESS: 'a:70000' }, 'METRICS_ADDRESS must be a number from 0 to 65535, got "70000"'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must look like http'],
    [
      { ...collector, OTEL_EXPORTER_OTLP_HEADERS: 'secret' },
      'OTEL_EXPORTER_OTLP_HEADERS must look like api-key=abc,',
    ],
    [
      { ...collector, OTEL_EXPORTER_OTLP_HEADERS: 'a b=c' },
      'OTEL_EXPORTER_OTLP_HEADERS must look like api-key=abc,',
    ],
    [
      { ...collector, OTEL_TRACES_SAMPLER: 'jaeger_remote' },
      'OTEL_TRACES_SAMPLER must be one of always_on, ',
    ],
    [
      { ...collector, OTEL_TRACES_SAMPLER_ARG: '2' },
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, got "2"',
    ],
    [{ TRUST_PROXY: 'nginx' }, 'TRUST_PROXY must be a number of proxies or a list of addresses'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be a number of proxies or a list of addresses'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET must have at least 32 characters'],
    [{ SUPABASE_KEY: anonKey }, 'supabaseUrl is required.'],
    [{ SUPABASE_URL: 'https://a.supabase.co' }, 'supabaseKey is required.'],
    [{ SUPABASE_URL: 'https://a.supabase.co', SUPABASE_KEY: serviceRoleKey }, 'SUPABASE_KEY is a secret key'],
    [
      { SUPABASE_URL: 'https://a.supabase.co', SUPABASE_KEY: 'sb_secret_abc' },
      'SUPABASE_KEY is a secret key',
    ],
  ])('%o is refused: %s', (env, message) => {
    const faults = faultsOf(env as unknown as Record<string, string>);
    expect(faults).toContain('1 setting needs attention: ');
    expect(faults).toContain(message);
  });

  it('are all reported at once when several are wrong', () => {
    expect(faultsOf({ SITE_URL: 'abc', PORT: 'x' })).toBe(
      '2 settings need attention: PORT must be a number from 0 to 65535, got "x"; SITE_URL is not a URL ("abc")',
    );
  });

  it('of the embedded backend are included, unless there is a hosted project', () => {
    const env = { LOG_REQUESTS: 'maybe', JWT_SECRET: 'short', STORAGE_S3_BUCKET: 'files' };
    expect(faultsOf(env)).toBe(
      '4 settings need attention: JWT_SECRET must have at least 32 characters; AWS_ACCESS_KEY_ID is missing; ' +
        'AWS_SECRET_ACCESS_KEY is missing; LOG_REQUESTS must be on or off, got "maybe"',
    );
    const hosted = { SUPABASE_URL: 'https://a.supabase.co', SUPABASE_KEY: anonKey };
    expect(faultsOf({ ...env, ...hosted })).toBe(
      '1 setting needs attention: LOG_REQUESTS must be on or off, got "maybe"',
    );
  });

  it.each(['DIRECT_URL', 'DATABASE_READ_URL'])('refuse %s alone', (name) => {
    expect(faultsOf({ [name]: 'postgres://me:pw@db/site' })).toContain(`${name} is set without DATABASE_URL`);
  });

  it('never print a password of a URL', () => {
    const faults = faultsOf({
      DATABASE_URL: 'mysql://me:hunter2@db/site',
      SITE_URL: 'https://me:hunter2@example.com',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://me:hunter2@example.com',
      ...collector,
      OTEL_EXPORTER_OTLP_HEADERS: 'hunter2',
    });
    expect(faults).toContain('OTEL_EXPORTER_OTLP_HEADERS must look like');
    expect(faults).toContain('DATABASE_URL must look like postgres://');
    expect(faults).not.toContain('hunter2');
  });

  it.each([
    [
      { CDN: 'Cloudflare', CDN_TOKEN: 't', CDN_ZONE: 'z' },
      { kind: 'cloudflare', purgeUrl: 'https://api.cloudflare.com/client/v4', token: 't', zone: 'z' },
    ],
    [
      { CDN: 'varnish', CDN_PURGE_URL: 'http://127.0.0.1:6081/' },
      { kind: 'varnish', purgeUrl: 'http://127.0.0.1:6081' },
    ],
  ])('have a CDN: %o', (env, cdn) => {
    expect(readSettings(env).cdn).toEqual(cdn);
  });

  it.each([
    [{ CDN: 'akamai' }, 'CDN must be one of cloudflare, fastly, bunny, varnish, http, got "akamai"'],
    [{ CDN_TOKEN: 't' }, 'CDN_TOKEN is set without CDN: set CDN to one of'],
    [{ CDN: 'cloudflare', CDN_ZONE: 'z' }, 'CDN_TOKEN is missing for CDN=cloudflare: it is an API token'],
    [{ CDN: 'fastly', CDN_TOKEN: 't' }, 'CDN_ZONE is missing for CDN=fastly: it is the ID of the service'],
    [{ CDN: 'bunny' }, '2 settings need attention: CDN_TOKEN is missing'],
    [{ CDN: 'varnish' }, 'CDN_PURGE_URL is missing for CDN=varnish: it is the address of Varnish'],
    [{ CDN: 'http', CDN_PURGE_URL: 'http://a' }, 'CDN_TOKEN is missing for CDN=http'],
    [{ CDN: 'varnish', CDN_PURGE_URL: 'varnish:6081' }, 'CDN_PURGE_URL must look like http://127.0.0.1:6081'],
    [{ CDN: 'varnish', CDN_PURGE_URL: 'http://me:hunter2@a' }, 'CDN_PURGE_URL must not hold a user name'],
    [{ CDN: 'fastly', CDN_TOKEN: 't', CDN_ZONE: '../z' }, 'CDN_ZONE must have letters, digits and hyphens'],
    [{ CDN: 'varnish', CDN_PURGE_URL: 'http://a', CDN_TOKEN: 'a\nb' }, 'CDN_TOKEN holds a character'],
  ])('%o is a fault', (env, fault) => {
    expect(faultsOf(env)).toContain(fault);
  });
});
