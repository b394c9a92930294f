import type { BlockList } from 'node:net';
import type { SiteConfig } from '../../app/site-config.ts';
import { parseAddresses } from '../../backend/http/client-address.ts';
import { StartUpError } from '../start-up-error.ts';

/** Checks what site.config.ts says about page views, so that a slip is told at the start and not found in the figures. */
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
  // Known without asking, and what knows the others takes its time to load.
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
