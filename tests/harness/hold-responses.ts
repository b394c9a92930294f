import type { Page, Route } from '@playwright/test';

export interface HeldResponses {
  /** How many requests have come so far. */
  count(): number;
  /** Resolves when the server has handled the first request and the page has not got its response. */
  done: Promise<void>;
  /** Delivers the held responses, and later ones at once; resolves when the page has handled them. */
  release(): Promise<void>;
}

interface HoldOptions {
  method?: string;
  /** The response for the page. Default: the server's. */
  answer?: (route: Route) => Promise<Answer>;
}

/** Holds responses to the page back, so that the test decides the order of events. */
export async function holdResponses(
  page: Page,
  pattern: string,
  { method = 'POST', answer = async (route) => ({ response: await route.fetch() }) }: HoldOptions = {},
): Promise<HeldResponses> {
  const done = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const delivered: Promise<unknown>[] = [];
  await page.route(pattern, async (route) => {
    const request = route.request();
    if (request.method() !== method) return route.fallback();
    const arrival = request.response();
    delivered.push(arrival.then((response) => response?.finished()));
    const given = await answer(route);
    done.resolve();
    await released.promise;
    await route.fulfill(given);
  });
  return {
    count: () => delivered.length,
    done: done.promise,
    async release() {
      released.resolve();
      await Promise.all(delivered);
      await waitForFrames(page);
    },
  };
}

type Answer = NonNullable<Parameters<Route['fulfill']>[0]>;

/** Waits a few frames: by then the page has drawn everything that needs no further request. */
async function waitForFrames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame++) {
      await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    }
  });
}
