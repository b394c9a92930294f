/** Holds requests back, to see what a page does meanwhile. For late responses, see hold-responses.ts. */
import type { Page, Request, Route } from '@playwright/test';

export interface Held {
  /** Every request that was held, in order. */
  requests: Request[];
  /** Sends the held requests, and later ones at once. */
  release(): void;
}

interface HoldOptions {
  method?: string;
  /** Whether a request is held. */
  isHeld?: (request: Request) => boolean;
  /** What happens after the release to the request of this number, counted from 0. Default: all continue. */
  onRelease?: (route: Route, number: number) => Promise<void>;
}

/** From now on, requests whose address matches wait for the release. */
export async function holdRequests(
  page: Page,
  address: RegExp,
  { method = 'GET', isHeld = () => true, onRelease = (route) => route.continue() }: HoldOptions = {},
): Promise<Held> {
  const requests: Request[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    const request = route.request();
    if (request.method() !== method || !isHeld(request)) return route.fallback();
    const number = requests.push(request) - 1;
    await released;
    await onRelease(route, number);
  });
  return { requests, release };
}
