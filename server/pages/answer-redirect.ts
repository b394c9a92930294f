import { isGuarded } from '../../app/guard/rules.ts';
import { toSafePath } from '../../app/guard/safe-path.ts';
import { findMovedName, namesPath } from '../../app/names/names-address.ts';
import type { RedirectPayload } from '../../app/page-data.ts';
import { hrefOfRun, runningPath } from '../../app/running/run/run-address.ts';
import { isRunId } from '../../app/running/sources/is-id.ts';
import { readQuery, writeQuery } from '../../app/running/state/running-query.ts';
import { redirectToLogin } from '../guard.ts';
import { parsePathname } from '../request-target.ts';
import { toAddress } from './address.ts';
import { findTranslation } from './find-translation.ts';
import { type PageContext, toPagePath } from './page-context.ts';
import { audienceOf } from './read-tree-page.ts';
import { mustRevalidate, privateNoStore } from './render-pages.ts';

/** Where an earlier address leads. `isRefused`: only signed-in readers may know the page that it leads to. */
export interface Redirect {
  location: string;
  status: number;
  isRefused: boolean;
  isPrivate: boolean;
}

/**
 * Names and runs were once queries: `/baby-names?name=Emma`, `/running?run=<id>`. What that leads to depends on the address alone; what else
 * the query says is the state of the list.
 */
export function findMoved(path: string, query: URLSearchParams): Redirect | undefined {
  const location = findMovedName(path, query) ?? findMovedRun(path, query);
  return location === undefined ? undefined : { location, status: 301, isRefused: false, isPrivate: false };
}

function findMovedRun(path: string, query: URLSearchParams): string | undefined {
  const id = path === runningPath ? query.get('run') : null;
  return id === null || !isRunId(id) ? undefined : hrefOfRun(writeQuery(readQuery(query)), id);
}

/** The redirect of `redirects.yml`, of a page's `redirectFrom`, of a translation or of another spelling of a name; `gone` for a rule that says so. */
export async function findRedirect(
  context: PageContext,
  request: Request,
  search: string,
  path: string,
): Promise<Redirect | 'gone' | undefined> {
  // The content decodes its paths, like those of pages.
  const found =
    context.content.findRedirect(toAddress(path)) ??
    findTranslatedPage(context, path) ??
    (await findNameRedirect(context, path));
  if (!found) return undefined;
  if (found.to === undefined) return 'gone';
  const location = withQuery(found.to, search);
  if (!location.startsWith('/'))
    return { location: new URL(location).href, status: found.status, isRefused: false, isPrivate: false };
  const safe = toSafePath(location);
  if (safe === undefined) return undefined;
  const target = toPagePath(parsePathname(new URL(safe, context.siteUrl).pathname));
  const isPrivate = isGuarded(target, context.site);
  const isRefused = isPrivate && (await context.readVisitor(request)).state !== 'signed-in';
  return { location: safe, status: found.status, isRefused, isPrivate };
}

export function toRedirectResponse(found: Redirect, context: PageContext, url: URL): Response {
  if (found.isRefused) return redirectToLogin(url, context.site.signIn);
  const cacheControl = found.isPrivate ? privateNoStore : mustRevalidate;
  const headers = { location: found.location, 'cache-control': cacheControl };
  return new Response(null, { status: found.status, headers });
}

/** The same for the router. What it cannot follow by itself leads to the address itself, which is then loaded in full. */
export function toRedirectPayload(found: Redirect, context: PageContext, path: string): Response {
  const isFollowed = found.location.startsWith('/') && !found.isRefused;
  const body: RedirectPayload = { redirect: isFollowed ? found.location : toAddress(path) };
  return context.render.json(200, body, found.isPrivate ? privateNoStore : undefined);
}

/** Not for ever: the page may get a translation at this address. */
function findTranslatedPage({ content, site }: PageContext, path: string) {
  const to = findTranslation(content.visiblePages(audienceOf(path, site)), site, path);
  return to === undefined ? undefined : { to: toAddress(to), status: 302 };
}

/** `/baby-names/Emma` is /baby-names/emma. */
async function findNameRedirect({ names, warn }: PageContext, path: string) {
  if (!path.startsWith(`${namesPath}/`)) return undefined;
  const { findNamePath } = await import('../../app/names/pages/read-name-page.ts');
  const to = await findNamePath(names, { path, warn });
  return to === undefined || to === path ? undefined : { to, status: 301 };
}

/** The query of the request is kept behind the one that the rule has. */
function withQuery(to: string, search: string): string {
  if (search.length < 2) return to;
  const [, address = '', hash = ''] = /^([^#]*)(.*)$/s.exec(to) ?? [];
  return address + (address.includes('?') ? `&${search.slice(1)}` : search) + hash;
}
