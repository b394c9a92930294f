import { createGoatCounter } from './goatcounter.ts';
import type { HostedCounter, HostedCounterSettings } from './hosted-counter.ts';
import { createPlausible } from './plausible.ts';
import { createUmami } from './umami.ts';
import { createVercel } from './vercel.ts';

/** `token` is the key of GoatCounter's API; the others need none. */
export function createCounter(settings: HostedCounterSettings, token: string | undefined): HostedCounter {
  switch (settings.service) {
    case 'plausible':
      return createPlausible(settings);
    case 'umami':
      return createUmami(settings);
    case 'vercel':
      return createVercel(settings);
    case 'goatcounter':
      if (!token) throw new Error('GoatCounter needs the key of its API: set GOATCOUNTER_TOKEN.');
      return createGoatCounter({ url: settings.url, token });
  }
}
