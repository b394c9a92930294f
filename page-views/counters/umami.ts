import type { HostedCounter } from './hosted-counter.ts';

/** Umami's /api/send: one view per request; `ip` is the visitor's, because we send the request. https://umami.is/docs/api/sending-stats */
export function createUmami(options: { website: string; url?: string | undefined }): HostedCounter {
  const { website, url = 'https://cloud.umami.is' } = options;
  return {
    name: 'Umami',
    batchSize: 1,
    toRequest([view]) {
      const page = new URL(view?.url ?? url);
      return new Request(new URL('/api/send', url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': view?.userAgent ?? '',
          'x-forwarded-for': view?.address ?? '',
        },
        body: JSON.stringify({
          type: 'event',
          payload: {
            website,
            hostname: page.hostname,
            url: page.pathname,
            referrer: view?.referrer ?? '',
            language: view?.language ?? '',
            ip: view?.address ?? '',
          },
        }),
      });
    },
  };
}
