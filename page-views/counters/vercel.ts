import type { HostedCounter } from './hosted-counter.ts';

/**
 * Vercel Web Analytics: the endpoint of its script (`/_vercel/insights/view`), with the headers with which its server package sends views
 * of a visitor. It exists on Vercel deployments with Web Analytics enabled.
 */
export function createVercel({ url }: { url: string }): HostedCounter {
  return {
    name: 'Vercel Web Analytics',
    batchSize: 1,
    toRequest([view]) {
      return new Request(new URL('/_vercel/insights/view', url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': view?.userAgent ?? '',
          'x-vercel-ip': view?.address ?? '',
          'x-va-server': '1',
        },
        body: JSON.stringify({
          o: view?.url,
          r: view?.referrer ?? '',
          ts: view?.at,
          sdkn: '@vercel/analytics/server',
          sdkv: '2.0.1',
        }),
      });
    },
  };
}
