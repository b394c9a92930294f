import type { BlockList } from 'node:net';
import type { SiteConfig } from '../../app/site-config.ts';
import { parseAddresses } from '../../backend/http/client-address.ts';
import { StartUpError } from '../start-up-error.ts';

/** Validates the page-view settings of site.config.ts at the start. */
export function readIgnoredAddresses({ ignoredAddresses }: SiteConfig['pageViews']): BlockList | undefined {
  if (ignoredAddresses.length === 0) return undefined;
  try {
    return parseAddresses(ignoredAddresses, 'must be addresses or networks such as 10.0.0.0/8');
  } catch (cause) {
    throw new StartUpError(`pageViews.ignoredAddresses in site.config.ts ${(cause as Error).message}`, {
      cause,
    });
  }
}

export function requireTimeZone({ timeZone }: SiteConfig['pageViews']): string {
  // UTC needs no check, and Intl is slow to load.
  if (timeZone === 'UTC') return timeZone;
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return timeZone;
  } catch (cause) {
    throw new StartUpError(
      `pageViews.timeZone in site.config.ts is not a time zone ("${timeZone}"); write it like Europe/Berlin or UTC`,
      { cause },
    );
  }
}
