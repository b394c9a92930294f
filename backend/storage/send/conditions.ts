/** Whether the client already has this file. `If-None-Match` takes precedence over the date. */
export function isUnchanged(headers: Headers, etag: string, modified: Date | undefined): boolean {
  const tags = headers.get('if-none-match');
  if (tags !== null) return matchesTag(tags, etag);
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return modified !== undefined && !Number.isNaN(since) && toSeconds(modified) <= since;
}

/** `If-Range`: a range only if the file is unchanged, otherwise the whole new file. */
export function isSameAsBefore(headers: Headers, etag: string, modified: Date | undefined): boolean {
  const condition = headers.get('if-range');
  if (condition === null) return true;
  if (condition.trim().startsWith('"')) return condition.trim() === etag;
  const date = Date.parse(condition);
  return modified !== undefined && !Number.isNaN(date) && toSeconds(modified) === date;
}

/** A proxy that compressed the response adds `W/` to the tag; the content is the same. */
function matchesTag(tags: string, etag: string): boolean {
  return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/** Dates in headers have no milliseconds. */
function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
