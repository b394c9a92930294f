import { readJson } from '../runtime/fetch-json.ts';
import { offerDownload } from '../runtime/offer-download.ts';
import { isStaticSite } from '../runtime/static-site.ts';
import { namesPath } from './names-address.ts';

/** What is asked while a visitor types: names/answer-question.ts. On a static site the browser itself answers. */
export async function askNames<Answer>(query: string, signal?: AbortSignal): Promise<Answer> {
  if (!isStaticSite()) return readJson(`${namesPath}/search.json?${query}`, signal && { signal });
  const { askWorker } = await import('./pages/ask-worker.ts');
  return (await askWorker('search', query)) as Answer;
}

/** Where no server answers with it. */
export async function offerTable(query: string): Promise<void> {
  const { askWorker } = await import('./pages/ask-worker.ts');
  offerDownload('names.csv', 'text/csv', await askWorker('table', query));
}
