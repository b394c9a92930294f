/** The pages of names on a static site. Loaded with the first that is asked for. */
import { decodePath } from '../../decode-path.ts';
import type { Page, PageDataByRoute } from '../../page-data.ts';
import { PageMoved, PageUnavailable } from '../../page-unavailable.ts';
import { fetchPage, toUnavailable } from '../../runtime/payload.ts';
import { listsPath, namesPath } from '../names-address.ts';
import { askWorker } from './ask-worker.ts';
import type { Moved } from './names-messages.ts';
import { readNameListsPage } from './read-lists-page.ts';

type Place = Pick<URL, 'pathname' | 'search'>;

export async function makePage(place: Place, signal?: AbortSignal): Promise<Page> {
  const path = decodePath(place.pathname).normalize('NFC');
  if (path === namesPath) return makeAllNames(place, signal);
  const page = path.startsWith(`${listsPath}/`) ? makeList(path) : await makeOneName(path, place);
  if (!page) throw PageUnavailable.missing(404, place.pathname);
  return page;
}

/** What does not depend on the query is in the file of the page without one. */
async function makeAllNames({ pathname, search }: Place, signal: AbortSignal | undefined): Promise<Page> {
  const [plain, answer] = await Promise.all([
    fetchPage({ pathname, search: '' }, signal),
    ask('allNames', { pathname, search }, namesPath),
  ]);
  const made = followMoved(answer);
  const { markdown, image, ...shared } = plain.head;
  // The article is shown on the plain page only.
  const isPlain = made.query === '';
  const { intro } = plain.data as PageDataByRoute['baby-names'];
  return {
    route: 'baby-names',
    head: {
      ...(isPlain ? plain.head : shared),
      ...made.head,
      canonical: toCanonical(namesPath + made.query),
    },
    data: { ...(isPlain && intro && { intro }), ...made.data },
  };
}

async function makeOneName(path: string, place: Place): Promise<Page | undefined> {
  const answer = await ask('oneName', place, path);
  if (!answer) return undefined;
  const { head, data, query = '' } = followMoved(answer);
  return { route: 'name', head: { canonical: toCanonical(path + query), ...head }, data };
}

async function ask<About extends 'allNames' | 'oneName'>(about: About, place: Place, path: string) {
  try {
    return await askWorker(about, place.search, path);
  } catch (error) {
    throw toUnavailable(error, place);
  }
}

function makeList(path: string): Page | undefined {
  const found = readNameListsPage(path);
  return found && { route: 'name-lists', head: { canonical: toCanonical(path), ...found.head }, data: null };
}

function followMoved<Found extends object>(answer: Found | Moved): Found {
  if ('movedTo' in answer) throw new PageMoved(answer.movedTo);
  return answer;
}

function toCanonical(address: string): string {
  return new URL(address, location.origin).href;
}
