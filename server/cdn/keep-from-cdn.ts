import type { CdnHeaders } from './cdn-headers.ts';

/** Files that strangers may read, with a time that the client gave them when it uploaded them. */
const publicFiles = /^\/storage\/v1\/(?:object|render\/image)\/public\//;
const api = /^\/[a-z]+\/v1\//;

/**
 * Says of every answer that was not meant for a CDN that it keeps nothing of it: some services keep an answer for an hour that says `no-store`
 * to browsers. Files that are named by their bytes may be kept.
 */
export function keepFromCdn(
  { control, notKept, needsPrivate }: CdnHeaders,
  request: Request,
  { headers }: Response,
): void {
  const { pathname } = new URL(request.url);
  const cacheControl = headers.get('cache-control') ?? '';
  const decided = headers.get(control);
  const isPublic = /max-age=[1-9]/.test(cacheControl) && !cacheControl.includes('private');
  const isOpen = isPublic && (!api.test(pathname) || publicFiles.test(pathname));
  const isKept = decided === null ? isOpen : decided !== notKept[control];
  if (!headers.has('set-cookie') && isKept) return;
  for (const [name, value] of Object.entries(notKept)) headers.set(name, value);
  if (needsPrivate && !cacheControl.includes('private'))
    headers.set('cache-control', `private, ${cacheControl.replace(/\bpublic\b,?\s*/, '') || 'no-cache'}`);
}
