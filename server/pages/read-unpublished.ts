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
): Promise<FoundPage | undefined> {
  if (!isOwner(await context.readVisitor(request))) return undefined;
  return readUnpublished(context, path);
}

/**
 * The page with a note about its state. It has no view token, so it is not counted, and nothing in it leads a robot to it. Undefined for a
 * page that is published.
 */
export async function readUnpublished(context: PageContext, path: string): Promise<FoundPage | undefined> {
  const unpublished = describeState(context.content, path);
  const found = unpublished && (await context.readPage(path, new URLSearchParams(), 'owner'));
  if (!found || found.page.data === null || !('kind' in found.page.data)) return undefined;
  const { page, ...others } = found;
  const { canonical: _canonical, ...head } = page.head;
  const data = { ...found.page.data, unpublished };
  return { ...others, page: { route: page.route, head: { ...head, robots: 'noindex' }, data } };
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
