import { isRunId } from '../sources/is-id.ts';

export const runningPath = '/running';

/** The id in the address of a run. What else is below /running may be an article. */
export function findRunId(path: string): string | undefined {
  const id = path.startsWith(`${runningPath}/`) ? path.slice(runningPath.length + 1) : '';
  return isRunId(id) ? id : undefined;
}

/** The address of one run. The query is the state of the list, so that going back shows the same list. */
export function hrefOfRun(query: URLSearchParams | string, id: string): string {
  return withQuery(`${runningPath}/${id}`, query);
}

export function hrefOfList(query: URLSearchParams | string): string {
  return withQuery(runningPath, query);
}

function withQuery(path: string, query: URLSearchParams | string): string {
  const state = new URLSearchParams(query);
  return state.size > 0 ? `${path}?${state}` : path;
}

/** The address to share: the run alone, without the state of the list. */
export function shareLinkOf(id: string, origin: string): string {
  return origin + hrefOfRun('', id);
}
