/** Whether the client already has this file. `If-None-Match` takes precedence over the date. */
export function isUnchanged(headers: Headers, etag: string, modified?: Date): boolean {
  const tags = headers.get('if-none-match');
  if (tags !== null) return matchesEtag(tags, etag);
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return modified !== undefined && !Number.isNaN(since) && toSeconds(modified) <= since;
}

/** The `Range` header, unless `If-Range` says that the client has a part of another file: then it gets the whole new file. */
export function readRangeHeader(headers: Headers, etag: string, modified?: Date): string | null {
  return isSameAsBefore(headers.get('if-range'), etag, modified) ? headers.get('range') : null;
}

function isSameAsBefore(ifRange: string | null, etag: string, modified: Date | undefined): boolean {
  if (ifRange === null) return true;
  if (ifRange.trim().startsWith('"')) return ifRange.trim() === etag;
  const date = Date.parse(ifRange);
  return modified !== undefined && !Number.isNaN(date) && toSeconds(modified) === date;
}

/** Whether `If-None-Match` contains this tag. A proxy that compressed the response adds `W/`; the content is the same. */
export function matchesEtag(ifNoneMatch: string | undefined | null, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/** Dates in headers have no milliseconds. */
function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
