/** How each service is told which tags have changed. */
import type { CdnKind, CdnSettings } from './cdn-settings.ts';

/** Why a purge failed, and what to do. */
export class PurgeError extends Error {
  readonly fix: string;
  /** How long the service asks to wait. */
  readonly waitMs: number | undefined;

  constructor(message: string, fix: string, options: { waitMs?: number | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.fix = fix;
    this.waitMs = options.waitMs;
  }
}

interface PurgeRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

interface Service {
  /** The most tags of one request. */
  batch: number;
  write(tags: readonly string[], settings: CdnSettings): PurgeRequest;
  /** Whether an answer with status 200 is a refusal. */
  isRefused?: (answer: string) => boolean;
}

const bearer = (token = '') => ({ authorization: `Bearer ${token}` });

const services: Record<CdnKind, Service> = {
  // https://developers.cloudflare.com/cache/how-to/purge-cache: 100 tags a request, 5 requests a minute on the free plan.
  cloudflare: {
    batch: 100,
    write: (tags, { purgeUrl, token, zone }) => ({
      url: `${purgeUrl}/zones/${zone}/purge_cache`,
      headers: bearer(token),
      body: { tags },
    }),
    isRefused: (answer) => !/"success"\s*:\s*true/.test(answer),
  },
  // https://www.fastly.com/documentation/reference/api/purging: 256 keys a request.
  fastly: {
    batch: 256,
    write: (tags, { purgeUrl, token = '', zone }) => ({
      url: `${purgeUrl}/service/${zone}/purge`,
      headers: { 'fastly-key': token },
      body: { surrogate_keys: tags },
    }),
  },
  // https://docs.bunny.net/cdn/purge-cache: one tag a request.
  bunny: {
    batch: 1,
    write: ([tag], { purgeUrl, token = '', zone }) => ({
      url: `${purgeUrl}/pullzone/${zone}/purgeCache`,
      headers: { accesskey: token },
      body: { CacheTag: tag },
    }),
  },
  // deploy/varnish.vcl makes a ban of it.
  varnish: {
    batch: 100,
    write: (tags, { purgeUrl, token }) => ({
      url: `${purgeUrl}/`,
      method: 'PURGE',
      headers: { 'x-cache-tags': `(^|,)(${tags.join('|')})(,|$)`, ...(token && { 'x-purge-token': token }) },
    }),
  },
  http: {
    batch: 100,
    write: (tags, { purgeUrl, token }) => ({ url: purgeUrl, headers: bearer(token), body: { tags } }),
  },
};

/** A service that does not answer is asked again later. */
const limitMs = 15_000;

export function mostTagsOf({ kind }: CdnSettings): number {
  return services[kind].batch;
}

/** Resolves when the service has taken the purge; throws a PurgeError. */
export async function sendPurge(
  settings: CdnSettings,
  tags: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const service = services[settings.kind];
  const { url, method = 'POST', headers = {}, body } = service.write(tags, settings);
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...json },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // A redirect would be followed with the token.
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
  }).catch((cause: unknown) => {
    throw new PurgeError(
      `${new URL(url).host} cannot be reached`,
      'See that CDN_PURGE_URL is right and that this machine may connect to it.',
      { cause },
    );
  });
  const answer = await response.text().catch(() => '');
  if (response.ok && !service.isRefused?.(answer)) return;
  throw new PurgeError(
    `${new URL(url).host} answered ${response.status} ${answer.slice(0, 200)}`.trim(),
    explainStatus(response.status),
    { waitMs: readRetryAfter(response.headers) },
  );
}

function explainStatus(status: number): string {
  if (status === 401 || status === 403)
    return 'See that CDN_TOKEN is right and may purge, and for Varnish that this machine is in the list of deploy/varnish.vcl.';
  if (status === 404) return 'See that CDN_ZONE and CDN_PURGE_URL are right.';
  if (status === 429) return 'The service takes no more purges for now; nothing has to be done.';
  if (status >= 500) return 'The service has a fault of its own; nothing has to be done.';
  return 'See that CDN, CDN_ZONE and CDN_PURGE_URL belong together.';
}

function readRetryAfter(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
