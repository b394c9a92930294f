import type { BlockList } from 'node:net';
import type { HostedCounter as CounterSettings, SiteConfig } from '../../app/site-config.ts';
import { parseAddresses } from '../../backend/http/client-address.ts';
import type { HostedCounter } from '../../page-views/counters/hosted-counter.ts';
import { SiteConfigError } from '../site-config-error.ts';

export interface PageViewRules {
  timeZone: string;
  ignoredAddresses: BlockList | undefined;
  /** Undefined if this site counts. */
  counter: HostedCounter | undefined;
}

type PageViewSettings = SiteConfig['pageViews'];

/** Validates the page-view settings of site.config.ts; undefined if nothing is counted. */
export async function readPageViewRules(
  settings: PageViewSettings,
  goatCounterToken: string | undefined,
): Promise<PageViewRules | undefined> {
  const { counter } = settings;
  if (counter === 'off') return undefined;
  return {
    timeZone: requireTimeZone(settings),
    ignoredAddresses: readIgnoredAddresses(settings),
    counter: counter === 'own' ? undefined : await requireCounter(counter, goatCounterToken),
  };
}

function readIgnoredAddresses({ ignoredAddresses }: PageViewSettings): BlockList | undefined {
  if (ignoredAddresses.length === 0) return undefined;
  try {
    return parseAddresses(ignoredAddresses, 'must be addresses or networks such as 10.0.0.0/8');
  } catch (cause) {
    throw new SiteConfigError('pageViews.ignoredAddresses', ` ${(cause as Error).message}`, { cause });
  }
}

function requireTimeZone({ timeZone }: PageViewSettings): string {
  // UTC needs no check, and Intl is slow to load.
  if (timeZone === 'UTC') return timeZone;
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return timeZone;
  } catch (cause) {
    const fault = ` is not a time zone ("${timeZone}"); write it like Europe/Berlin or UTC`;
    throw new SiteConfigError('pageViews.timeZone', fault, { cause });
  }
}

async function requireCounter(service: CounterSettings, token: string | undefined): Promise<HostedCounter> {
  const { createCounter } = await import('../../page-views/counters/create-counter.ts');
  try {
    return createCounter(service, token);
  } catch (cause) {
    throw new SiteConfigError('pageViews.counter', `: ${(cause as Error).message}`, { cause });
  }
}
