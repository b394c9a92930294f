import { answerQuestion } from '../../../names/answer-question.ts';
import type { NameSource } from '../../../names/name-source.ts';
import { findMovedName } from '../names-address.ts';
import type { NamesAnswers, NamesQuestion } from './names-messages.ts';
import { toNamesTable } from './names-table.ts';
import { findNamePath, readNamePage } from './read-name-page.ts';
import { readNamesPage } from './read-names-page.ts';

const warn = (message: string, cause: unknown) => console.warn(message, cause);

/** Answers as a server would. */
export async function answerInBrowser(
  source: NameSource,
  { about, path, query: written }: NamesQuestion,
): Promise<NamesAnswers[keyof NamesAnswers]> {
  const query = new URLSearchParams(written);
  if (about === 'search') return answerQuestion(await source.read(), query);
  if (about === 'table') return toNamesTable(await source.read(), query);
  if (about === 'oneName') return readOneName(source, path, written);
  const movedTo = findMovedName(path, query);
  return movedTo === undefined ? readNamesPage(source, query, warn) : { movedTo };
}

async function readOneName(
  source: NameSource,
  path: string,
  written: string,
): Promise<NamesAnswers['oneName']> {
  const found = await readNamePage(source, { path, query: new URLSearchParams(written), warn });
  if (found) return found;
  const to = await findNamePath(source, { path, warn });
  return to === undefined || to === path ? undefined : { movedTo: to + written };
}
