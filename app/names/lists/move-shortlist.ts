import { createSerialQueue } from '../../runtime/serial-queue.ts';
import type { SiteClient } from '../../session/site-client.ts';
import {
  maxNoteLength,
  readShortlist,
  removeFromShortlist,
  type ShortlistEntry,
} from '../shortlist/local-shortlist.ts';
import { addNames, castVotes, readOwnVotes } from './list-calls.ts';
import type { Vote } from './list-content.ts';

const enqueue = createSerialQueue();

/**
 * Moves the shortlist of this browser into a list, and resolves to the number of names. An entry is removed from the browser only after it
 * is stored, so that a failure is repeated at the next visit. Moves run one at a time, so that no entry goes into two lists.
 */
export function moveShortlist(client: SiteClient, list: string, user: string): Promise<number> {
  return enqueue(() => moveEntries(client, list, user));
}

async function moveEntries(client: SiteClient, list: string, user: string): Promise<number> {
  const entries = readShortlist();
  if (entries.length === 0) return 0;
  const names = entries.map(({ name }) => name);
  await addNames(client, list, names);
  const rated = entries.filter(({ rating, note }) => rating > 0 || note !== '');
  if (rated.length > 0) {
    const votes = await readOwnVotes(client, list, user);
    await castVotes(
      client,
      list,
      rated.map((entry) =>
        toMergedVote(
          entry,
          votes.find(({ name }) => name === entry.name),
        ),
      ),
    );
  }
  for (const name of names) removeFromShortlist(name);
  return names.length;
}

/** Merges both votes, so that neither a local note nor one of the list is lost. */
export function toMergedVote(
  { name, rating, note }: ShortlistEntry,
  before: Pick<Vote, 'rating' | 'note'> | undefined,
) {
  const notes = new Set([before?.note ?? '', note].filter((each) => each !== ''));
  return {
    name,
    rating: rating || (before?.rating ?? null),
    note: [...notes].join(' / ').slice(0, maxNoteLength),
  };
}
