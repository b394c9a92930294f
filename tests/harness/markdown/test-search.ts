/** Search over a content folder of one test. */
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Audience } from '../../../markdown/files/content-files.ts';
import type { ContentOptions } from '../../../markdown/open-content.ts';
import { openSearch, type Search } from '../../../markdown/search/open-search.ts';
import type { SearchAnswer } from '../../../markdown/search/search-answer.ts';
import { type Files, type OnEnd, openTestContent, type TestContent } from './test-content.ts';

export interface TestSearch extends TestContent {
  search: Search;
  /** Waits until everything is indexed. */
  indexed(): Promise<void>;
  /** The answer to a question that is not at fault. */
  ask(question: string, audience?: Audience): SearchAnswer;
  /** The paths that were found. */
  paths(question: string, audience?: Audience): string[];
}

export async function openTestSearch(
  files: Files,
  options: Partial<ContentOptions> = {},
): Promise<TestSearch> {
  const opened = await openSearchOf(await openTestContent(files, options));
  await opened.indexed();
  return opened;
}

/** Nothing is indexed before the first question. */
export async function openSearchOf(opened: TestContent, onEnd: OnEnd = onTestFinished): Promise<TestSearch> {
  const { content, folder, cacheFolder, log } = opened;
  const search = await openSearch({
    content,
    folder,
    cacheFolder,
    log: ({ level, message }) => log.push(`${level}: ${message}`),
  });
  onEnd(() => search.close());

  async function indexed(): Promise<void> {
    // The first question starts the indexing.
    search.find('x', { audience: 'owner', limit: 1 });
    while (!search.isComplete()) await wait(5);
  }

  function ask(question: string, audience: Audience = 'public'): SearchAnswer {
    const answer = search.find(question, { audience, limit: 10 });
    if ('fault' in answer) throw new Error(answer.fault);
    return answer;
  }

  const paths = (question: string, audience?: Audience) =>
    ask(question, audience).results.map(({ path }) => path);
  return { ...opened, search, indexed, ask, paths };
}
