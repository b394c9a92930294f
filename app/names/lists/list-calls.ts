import { createRequireData } from '../../session/require-data.ts';
import type { SiteClient } from '../../session/site-client.ts';
import type { Invitation, ListContent, ListHead, SeenVote, Vote, VoteChange } from './list-content.ts';
import { toFault, toGoneFault } from './list-fault.ts';

/** Calls of the lists to the backend; a call that fails throws a `ListFault`. */
const requireData = createRequireData(toFault);

/** A list without its names. */
const headColumns = 'id, title, created_by, members:name_list_members(user_id, called)';

export async function readLists(client: SiteClient): Promise<ListHead[]> {
  return requireData<ListHead[]>(client.from('name_lists').select(headColumns).order('created_at'));
}

interface ListRow extends ListHead {
  items: { name: string; votes: Omit<Vote, 'name'>[] }[];
  seen: SeenVote[];
  invitations: Invitation[];
}

/** Everything of a list that the caller may see, in one query: its parts are consistent, and polling is cheap. */
export async function readList(client: SiteClient, id: string): Promise<ListContent> {
  const row = await requireData(
    client
      .from('name_lists')
      .select(
        `${headColumns},
        items:name_list_items(name, votes:name_votes(user_id, vote, rating, note, voted_at)),
        seen:name_votes_seen(name, user_id, vote),
        invitations:name_list_invitations(id, once, created_at, used_at)`,
      )
      .eq('id', id)
      .order('added_at', { referencedTable: 'items' })
      .order('name', { referencedTable: 'items' })
      .order('joined_at', { referencedTable: 'members' })
      .order('seen_at', { referencedTable: 'seen' })
      .order('created_at', { referencedTable: 'invitations' })
      .maybeSingle()
      // The polling of a list retries by itself, and must report a lost connection at once.
      .retry(false)
      .overrideTypes<ListRow, { merge: false }>(),
  );
  if (!row) throw toGoneFault();
  const { items, ...rest } = row;
  return {
    ...rest,
    names: items.map(({ name }) => name),
    votes: items.flatMap(({ name, votes }) => votes.map((vote) => ({ name, ...vote }))),
  };
}

export async function createList(client: SiteClient, title: string): Promise<ListHead> {
  return requireData<ListHead>(
    client.from('name_lists').insert({ title: title.trim() }).select(headColumns).single(),
  );
}

export async function renameList(client: SiteClient, id: string, title: string): Promise<void> {
  await requireData(client.from('name_lists').update({ title: title.trim() }).eq('id', id));
}

export async function deleteList(client: SiteClient, id: string): Promise<void> {
  await requireData(client.from('name_lists').delete().eq('id', id));
}

export async function leaveList(client: SiteClient, id: string, user: string): Promise<void> {
  await requireData(client.from('name_list_members').delete().eq('list_id', id).eq('user_id', user));
}

export async function addNames(client: SiteClient, id: string, names: string[]): Promise<void> {
  const rows = names.map((name) => ({ list_id: id, name: name.trim() }));
  await requireData(
    client.from('name_list_items').upsert(rows, { onConflict: 'list_id,name', ignoreDuplicates: true }),
  );
}

/** The name that the partner sees. */
export async function setDisplayName(
  client: SiteClient,
  id: string,
  user: string,
  called: string,
): Promise<void> {
  await requireData(
    client.from('name_list_members').update({ called }).eq('list_id', id).eq('user_id', user),
  );
}

export async function removeName(client: SiteClient, id: string, name: string): Promise<void> {
  await requireData(client.from('name_list_items').delete().eq('list_id', id).eq('name', name));
}

export async function readOwnVotes(
  client: SiteClient,
  id: string,
  user: string,
): Promise<Pick<Vote, 'name' | 'rating' | 'note'>[]> {
  return requireData(
    client.from('name_votes').select('name, rating, note').eq('list_id', id).eq('user_id', user),
  );
}

/** Properties that are not given stay unchanged. */
export async function castVotes(
  client: SiteClient,
  id: string,
  votes: ({ name: string } & VoteChange)[],
): Promise<void> {
  const rows = votes.map((vote) => ({ list_id: id, ...vote }));
  await requireData(client.from('name_votes').upsert(rows, { onConflict: 'list_id,name,user_id' }));
}

export async function invite(client: SiteClient, id: string, once: boolean): Promise<string> {
  return requireData<string>(client.rpc('invite_to_name_list', { list: id, once }));
}

export async function revoke(client: SiteClient, invitation: string): Promise<void> {
  await requireData(client.from('name_list_invitations').delete().eq('id', invitation));
}

/** The preview of an invitation link; null for a link that is not valid. */
export interface ListPreview {
  title: string;
  names: string[];
  is_full: boolean;
  /** Set for a user who is already a member. */
  list_id: string | null;
}

export async function previewList(client: SiteClient, token: string): Promise<ListPreview | null> {
  const preview: unknown = await requireData(client.rpc('look_at_name_list', { token }));
  return preview as ListPreview | null;
}

export async function joinList(client: SiteClient, token: string, called: string): Promise<string> {
  return requireData<string>(client.rpc('join_name_list', { token, called }));
}
