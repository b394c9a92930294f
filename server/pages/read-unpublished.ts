import type { Unpublished } from '../../app/page-data.ts';
import type { Content } from '../../markdown/open-content.ts';
import { isOwner } from '../session/owners.ts';
import { toAddress } from './address.ts';
import type { PageContext } from './page-context.ts';
import type { FoundPage } from './page-reader.ts';

/** A draft, scheduled or expired page at its own address, for an owner. */
export async function readOwnersPage(
  context: PageContext,
  request: Request,
  path: string,
  query: URLSearchParams,
): Promise<FoundPage | undefined> {
  if (!isOwner(await context.readVisitor(request))) return undefined;
  return readUnpublished(context, path, query);
}

/** Whether the page at an address, or the text of a page that is there without one, is not published. */
export function hasUnpublished({ content }: PageContext, path: string): boolean {
  const found = content.visiblePages('owner').find(toAddress(path));
  return found?.kind === 'page' && found.state !== undefined;
}

/**
 * The page with a note about its state. It has no view token, so it is not counted, and nothing in it leads a robot to it. Undefined for a
 * page that is published.
 */
export async function readUnpublished(
  context: PageContext,
  path: string,
  query = new URLSearchParams(),
): Promise<FoundPage | undefined> {
  const unpublished = describeState(context.content, path);
  const found = unpublished && (await context.readPage(path, query, 'owner'));
  // A page without data shows no text.
  if (!found || found.page.data === null) return undefined;
  const { route, head, data } = found.page;
  const { canonical: _canonical, ...ownHead } = head;
  return { ...found, page: { route, head: { ...ownHead, robots: 'noindex' }, data, unpublished } };
}

function describeState(content: Content, path: string): Unpublished | undefined {
  const pages = content.visiblePages('owner');
  const found = pages.find(toAddress(path));
  if (found?.kind !== 'page' || found.state === undefined) return undefined;
  const { state, summary } = found;
  const named = pages.pages().find((page) => page.path === summary.path && page.state === state);
  const moment = state === 'scheduled' ? named?.metadata.publishAt : named?.metadata.expires;
  if (state === 'draft' || moment === undefined) return { state };
  return { state, moment: new Date(moment).toISOString() };
}
