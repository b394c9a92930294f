import type { SiteConfig } from '../site-config.ts';
import { withoutPrefix } from '../site-language.ts';

export type GuardRules = Pick<SiteConfig, 'signIn' | 'languages'>;

/** A run, or the calculator. Other pages below /running are articles with rules of their own. */
const ofRunning = /^\/running\/(?:pace|[\da-f-]{36}|sample-[\d-]{10})$/i;

/** `*` is any run of characters, everything else is literal, and the whole path must match. */
export function matchesPattern(path: string, pattern: string): boolean {
  // Matches the literal parts from left to right instead of building a regular expression, so that no pattern backtracks.
  const parts = pattern.split('*');
  const first = parts[0] ?? '';
  const last = parts[parts.length - 1] ?? '';
  if (parts.length === 1) return path === pattern;
  if (path.length < first.length + last.length || !path.startsWith(first) || !path.endsWith(last))
    return false;
  let position = first.length;
  const end = path.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = path.indexOf(part, position);
    if (found < 0 || found + part.length > end) return false;
    position = found + part.length;
  }
  return true;
}

/** A rule for this page is one for the names and lists below it, which were once queries of it. */
const pageOfNames = '/baby-names';

/**
 * Whether a path requires a signed-in user. The query is ignored. A rule for a page is one for its translations too, and that for /running
 * one for the runs and the calculator.
 */
export function isGuarded(path: string, site: GuardRules): boolean {
  if (path.startsWith(`${pageOfNames}/`) && matchesRules(pageOfNames, site)) return true;
  return matchesRules(path, site);
}

function matchesRules(path: string, site: GuardRules): boolean {
  const { include, exclude, login, callback } = site.signIn;
  const inSiteLanguage = withoutPrefix(path, site);
  const paths = [path, inSiteLanguage, inSiteLanguage.replace(ofRunning, '/running')];
  const matches = (pattern: string) => paths.some((each) => matchesPattern(each, pattern));
  if (include && !include.some(matches)) return false;
  return ![login, callback, ...exclude].some(matches);
}
