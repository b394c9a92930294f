import { maySee, type PageContext, readGuardedVisitor, searchAudience } from './page-context.ts';
import type { FoundPage } from './page-reader.ts';
import { hasUnpublished, readOwnersPage } from './read-unpublished.ts';

export interface VisitorsPage {
  found: FoundPage | undefined;
  /** Made for this visitor alone. */
  isPrivate: boolean;
}

/** The page that the sender of a request gets at a path: an owner's draft, or the page of all. `refused`: for signed-in visitors only. */
export async function readForVisitor(
  context: PageContext,
  request: Request,
  path: string,
  query: URLSearchParams,
): Promise<VisitorsPage | 'refused'> {
  const visitor = await readGuardedVisitor(context, request, path);
  if (visitor && !maySee(visitor, path)) return 'refused';
  const own = hasUnpublished(context, path) ? await readOwnersPage(context, request, path, query) : undefined;
  const found = own ?? (await context.readPage(path, query, searchAudience(context, path, visitor)));
  return { found, isPrivate: visitor !== undefined || own !== undefined };
}
