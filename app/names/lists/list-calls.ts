import type { PostgrestError, SupabaseClient } from '@supabase/supabase-js';
import type { Invitation, ListContent, ListHead, Member, Vote } from './list-content.ts';

/** What the lists ask of the backend. Each call throws a `ListFault` with words for the reader. */
export class ListFault extends Error {}

const byHint: Record<string, string> = {
  link_gone: 'This link has been used or revoked. Ask for a new one.',
  list_full: 'Two people are in this list already.',
  too_many_names: 'This list has 500 names, which is the most there can be.',
  too_many_lists: 'You have 50 lists, which is the most there can be.',
  too_many_links: 'This list has 20 links; revoke one first.',
  not_a_member: 'You are no longer part of this list.',
};

const byCode: Record<string, string> = {
  '42501': 'You are no longer part of this list.',
  '23503': 'This name is no longer in the list.',
  '23514': 'A name has 1 to 40 letters, a title 1 to 80, a note 500 at most.',
  PGRST202:
    'This project does not offer lists yet: its owner has to apply the site’s migrations (supabase db push).',
  PGRST205:
    'This project does not offer lists yet: its owner has to apply the site’s migrations (supabase db push).',
};

function toFault(error: PostgrestError): ListFault {
  const words = byHint[error.hint ?? ''] ?? byCode[error.code];
  if (words) return new ListFault(words, { cause: error });
  const isOffline = /fetch|network/i.test(error.message) && !error.code;
  return new ListFault(
    isOffline
      ? 'There is no connection just now; nothing was lost. Please try again.'
      : 'That did not work. Please try again in a moment.',
    { cause: error },
  );
}

/** The tables are described by the migration alone, so the shape of an answer is said where it is asked for. */
async function ask<Data>(
  answer: PromiseLike<{ data: unknown; error: PostgrestError | null }>,
): Promise<Data> {
  const { data, error } = await answer;
  if (error) throw toFault(error);
  return data as Data;
}

export async function readLists(client: SupabaseClient): Promise<ListHead[]> {
  return (
    (await ask<ListHead[] | null>(
      client.from('name_lists').select('id, title, created_by').order('created_at'),
    )) ?? []
  );
}

export async function readList(client: SupabaseClient, id: string): Promise<ListContent> {
  const of = (table: string, columns: string) => client.from(table).select(columns).eq('list_id', id);
  const [items, members, votes, invitations] = await Promise.all([
    ask<{ name: string }[]>(of('name_list_items', 'name').order('added_at').order('name')),
    ask<Member[]>(of('name_list_members', 'user_id, called').order('joined_at')),
    ask<Vote[]>(of('name_votes', 'name, user_id, vote, rating, note, voted_at')),
    ask<Invitation[]>(of('name_list_invitations', 'id, once, created_at, used_at').order('created_at')),
  ]);
  return { id, names: items.map(({ name }) => name), members, votes, invitations };
}

export async function createList(client: SupabaseClient, title: string): Promise<ListHead> {
  return ask<ListHead>(
    client.from('name_lists').insert({ title: title.trim() }).select('id, title, created_by').single(),
  );
}

export async function renameList(client: SupabaseClient, id: string, title: string): Promise<void> {
  await ask(client.from('name_lists').update({ title: title.trim() }).eq('id', id));
}

export async function deleteList(client: SupabaseClient, id: string): Promise<void> {
  await ask(client.from('name_lists').delete().eq('id', id));
}

export async function leaveList(client: SupabaseClient, id: string, user: string): Promise<void> {
  await ask(client.from('name_list_members').delete().eq('list_id', id).eq('user_id', user));
}

export async function addNames(client: SupabaseClient, id: string, names: string[]): Promise<void> {
  const rows = names.map((name) => ({ list_id: id, name: name.trim() }));
  await ask(
    client.from('name_list_items').upsert(rows, { onConflict: 'list_id,name', ignoreDuplicates: true }),
  );
}

export async function removeName(client: SupabaseClient, id: string, name: string): Promise<void> {
  await ask(client.from('name_list_items').delete().eq('list_id', id).eq('name', name));
}

export type VoteChange = Partial<Pick<Vote, 'vote' | 'rating' | 'note'>>;

/** What is not given stays as it is. */
export async function castVotes(
  client: SupabaseClient,
  id: string,
  votes: ({ name: string } & VoteChange)[],
): Promise<void> {
  const rows = votes.map((vote) => ({ list_id: id, ...vote }));
  await ask(client.from('name_votes').upsert(rows, { onConflict: 'list_id,name,user_id' }));
}

export async function invite(client: SupabaseClient, id: string, once: boolean): Promise<string> {
  return ask<string>(client.rpc('invite_to_name_list', { list: id, once }));
}

export async function revoke(client: SupabaseClient, invitation: string): Promise<void> {
  await ask(client.from('name_list_invitations').delete().eq('id', invitation));
}

/** What a link shows before one joins; null for a link that leads nowhere. */
export interface ListPreview {
  title: string;
  names: string[];
  is_full: boolean;
  /** Set for somebody who is in the list already. */
  list_id: string | null;
}

export async function lookAtList(client: SupabaseClient, token: string): Promise<ListPreview | null> {
  return ask<ListPreview | null>(client.rpc('look_at_name_list', { token }));
}

export async function joinList(client: SupabaseClient, token: string, called: string): Promise<string> {
  return ask<string>(client.rpc('join_name_list', { token, called }));
}
