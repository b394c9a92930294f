import type { HostedCounter } from './hosted-counter.ts';

/** Plausible's Events API: one view per request; two headers identify the visitor. https://plausible.io/docs/events-api */
export function createPlausible(options: { domain: string; url?: string | undefined }): HostedCounter {
  const { domain, url = 'https://plausible.io' } = options;
  return {
    name: 'Plausible',
    batchSize: 1,
    toRequest([view]) {
      return new Request(new URL('/api/event', url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': view?.userAgent ?? '',
          'x-forwarded-for': view?.address ?? '',
        },
        body: JSON.stringify({
          name: 'pageview',
          domain,
          url: view?.url,
          ...(view?.referrer && { referrer: view.referrer }),
        }),
      });
    },
  };
}
