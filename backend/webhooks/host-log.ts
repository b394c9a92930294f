import type { Log } from '../../database/log.ts';
import { BoundedMap } from '../http/bounded-map.ts';
import type { DeliveryResult } from './request-store.ts';

/** Logs when a host begins to fail and when it answers again, and not each of its requests. The rest of a URL may hold a secret. */
export function createHostLog(log: Log): (url: string, result: DeliveryResult) => void {
  const failing = new BoundedMap<true>(1000);
  return (url, { status, error, isTemporary }) => {
    const host = URL.parse(url)?.origin ?? 'an invalid address';
    const hasFailed = error !== undefined || isTemporary;
    if (hasFailed && !failing.get(host))
      log({ level: 'warn', message: `Webhooks to ${host} fail.`, error: error ?? `status ${status}` });
    if (!hasFailed && failing.get(host)) log({ level: 'info', message: `${host} answers webhooks again.` });
    if (hasFailed) failing.set(host, true);
    else failing.delete(host);
  };
}
