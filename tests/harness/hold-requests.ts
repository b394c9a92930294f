/** Requests that leave late: the way to see what a page does meanwhile. For answers that come late, see hold-answers.ts. */
import type { Page, Request, Route } from '@playwright/test';

export interface Held {
  /** Every request that was kept back, in its order. */
  requests: Request[];
  /** Lets go what was kept back, and what is still to come. */
  release(): void;
}

interface HoldOptions {
  method?: string;
  /** Says of a request whether it is one of them. */
  isHeld?: (request: Request) => boolean;
  /** What happens after the release to the request of this number, counted from 0. Without it, all go on. */
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
