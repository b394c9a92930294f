import type { Page } from '../../page-data.ts';
import { PageUnavailable } from '../../page-unavailable.ts';
import { hasAccounts } from '../../runtime/static-site.ts';
import { findRunId } from './run-address.ts';

/** The page of a run on an exported site that has no file of it: its owner may be the visitor, whose browser then reads it. */
export function makeRunPage({ pathname }: Pick<URL, 'pathname'>): Page<'run'> {
  const id = findRunId(pathname)?.toLowerCase();
  if (id === undefined || !hasAccounts()) throw PageUnavailable.missing(404, pathname);
  return { route: 'run', head: { title: 'Run', robots: 'noindex' }, data: { id } };
}
