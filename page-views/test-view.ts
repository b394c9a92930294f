/** For tests: a view as a reader's browser sends it. */
import type { IncomingView } from './view.ts';

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

type Changes = Partial<Omit<IncomingView, 'headers'>> & { headers?: Record<string, string> };

let count = 0;

export function incomingView({ headers = {}, ...changes }: Changes = {}): IncomingView {
  count += 1;
  return {
    path: '/about',
    referrer: '',
    token: '',
    nonce: String(count),
    ownersBrowser: false,
    automated: false,
    isOwner: false,
    address: '203.0.113.9',
    headers: new Headers({ 'user-agent': firefox, ...headers }),
    ...changes,
  };
}
