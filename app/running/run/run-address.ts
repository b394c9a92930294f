export const runningPath = '/running';

/** The address of one run; the rest of the query stays, so that going back shows the same list. */
export function hrefOfRun(query: URLSearchParams | string, id: string): string {
  const next = new URLSearchParams(query);
  next.set('run', id);
  return `${runningPath}?${next}`;
}

export function hrefOfList(query: URLSearchParams | string): string {
  const next = new URLSearchParams(query);
  next.delete('run');
  return next.size > 0 ? `${runningPath}?${next}` : runningPath;
}

/** The address to share: the run alone, without the state of the list. */
export function shareLinkOf(id: string, origin: string): string {
  return origin + hrefOfRun('', id);
}
