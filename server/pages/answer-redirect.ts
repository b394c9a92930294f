import { isGuarded } from '../../app/guard/rules.ts';
import { toSafePath } from '../../app/guard/safe-path.ts';
import type { RedirectPayload } from '../../app/page-data.ts';
import { hrefOfRun, runningPath } from '../../app/running/run/run-address.ts';
import { isRunId } from '../../app/running/sources/is-id.ts';
import { readQuery, writeQuery } from '../../app/running/state/running-query.ts';
import { redirectToLogin } from '../guard.ts';
import { parsePathname } from '../request-target.ts';
import { toAddress } from './address.ts';
import { type PageContext, toPagePath } from './page-context.ts';
import { mustRevalidate, privateNoStore } from './render-pages.ts';

/** Where an earlier address leads. `isRefused`: only signed-in readers may know the page that it leads to. */
export interface Redirect {
  location: string;
  status: number;
  isRefused: boolean;
  isPrivate: boolean;
}

/** The redirect of `redirects.yml` or of a page's `redirectFrom`; `gone` for a rule that says so. */
export async function findRedirect(
  context: PageContext,
  request: Request,
  search: string,
  path: string,
): Promise<Redirect | 'gone' | undefined> {
  // The content decodes its paths, like those of pages.
  const found = context.content.findRedirect(toAddress(path));
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

/** Runs had their id in the query of the list. What else it says is the state of the list. */
export function findMovedRun(path: string, query: URLSearchParams, isPrivate: boolean): Redirect | undefined {
  const id = path === runningPath ? query.get('run') : null;
  if (id === null || !isRunId(id)) return undefined;
  const location = hrefOfRun(writeQuery(readQuery(query)), id);
  return { location, status: 301, isRefused: false, isPrivate };
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

/** The query of the request is kept behind the one that the rule has. */
function withQuery(to: string, search: string): string {
  if (search.length < 2) return to;
  const [, address = '', hash = ''] = /^([^#]*)(.*)$/s.exec(to) ?? [];
  return address + (address.includes('?') ? `&${search.slice(1)}` : search) + hash;
}
