import type { HostedCounter } from './hosted-counter.ts';

/** GoatCounter's count API: up to 500 views per request, four requests a second. https://www.goatcounter.com/code/backend */
export function createGoatCounter(options: { url: string; token: string }): HostedCounter {
  const { url, token } = options;
  return {
    name: 'GoatCounter',
    batchSize: 500,
    toRequest(views) {
      return new Request(new URL('/api/v0/count', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({
          hits: views.map(({ path, referrer, address, userAgent, at }) => ({
            path,
            ref: referrer,
            ip: address,
            user_agent: userAgent,
            created_at: new Date(at).toISOString(),
          })),
        }),
      });
    },
  };
}
