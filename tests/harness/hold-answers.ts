import type { Page, Route } from '@playwright/test';

export interface HeldAnswers {
  /** How many requests have come so far. */
  count(): number;
  /** Resolves when the server has done what the first of them asks, and the page has yet to hear of it. */
  done: Promise<void>;
  /** Lets the page hear of them, and of those to come; resolves when it has acted upon the answers. */
  release(): Promise<void>;
}

interface HoldOptions {
  method?: string;
  /** What the page is to hear. Without it, what the server says. */
  answer?: (route: Route) => Promise<Answer>;
}

/** Keeps back answers to the page, so that the order of two things is the test's to say. */
export async function holdAnswers(
  page: Page,
  pattern: string,
  { method = 'POST', answer = async (route) => ({ response: await route.fetch() }) }: HoldOptions = {},
): Promise<HeldAnswers> {
  const done = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const heard: Promise<unknown>[] = [];
  await page.route(pattern, async (route) => {
    const request = route.request();
    if (request.method() !== method) return route.fallback();
    const arrival = request.response();
    heard.push(arrival.then((response) => response?.finished()));
    const given = await answer(route);
    done.resolve();
    await released.promise;
    await route.fulfill(given);
  });
  return {
    count: () => heard.length,
    done: done.promise,
    async release() {
      released.resolve();
      await Promise.all(heard);
      await letPageSettle(page);
    },
  };
}

type Answer = NonNullable<Parameters<Route['fulfill']>[0]>;

/** A few frames: what follows from an answer without another question has been drawn by then. */
async function letPageSettle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame++) {
      await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    }
  });
}
