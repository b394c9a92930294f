/** A list as its member sees it: row security has removed what this member may not see. */
export interface ListContent extends ListHead {
  names: string[];
  votes: Vote[];
  seen: SeenVote[];
  invitations: Invitation[];
}

export interface ListHead {
  id: string;
  title: string;
  created_by: string | null;
  members: Member[];
}

export interface Member {
  user_id: string;
  called: string;
}

export type Choice = 'yes' | 'maybe' | 'no';

export interface Vote {
  name: string;
  user_id: string;
  vote: Choice | null;
  rating: number | null;
  note: string;
  voted_at: string;
}

/** A vote as it was when the partner could first see it. It stays when the vote is changed or removed. */
export interface SeenVote {
  name: string;
  user_id: string;
  vote: Choice;
}

export type VoteChange = Partial<Pick<Vote, 'vote' | 'rating' | 'note'>>;

export interface Invitation {
  id: string;
  once: boolean;
  created_at: string;
  used_at: string | null;
}

/** A name that only one member likes is offered again after a week. */
export const offerAgainAfterMs = 7 * 24 * 3600 * 1000;

export interface VoteResult {
  /** Names that the user has not voted on. */
  open: string[];
  /** Liked by the partner and not by the user, at least a week ago: offered once more. */
  again: string[];
  /** Both said yes. */
  matches: string[];
  /** Liked by one of the two. */
  oneSided: { name: string; byMe: boolean }[];
  /** The user has voted and the partner has not. */
  waiting: string[];
}

/** Groups the names by the votes of both members. `now` is in milliseconds. */
export function toVoteResult({ names, members, votes }: ListContent, me: string, now: number): VoteResult {
  const result: VoteResult = { open: [], again: [], matches: [], oneSided: [], waiting: [] };
  for (const name of names) {
    const mine = votes.find((vote) => vote.name === name && vote.user_id === me && vote.vote);
    const theirs = votes.find((vote) => vote.name === name && vote.user_id !== me && vote.vote);
    if (!mine) result.open.push(name);
    else if (!theirs) {
      if (members.length > 1) result.waiting.push(name);
    } else if (mine.vote === 'yes' && theirs.vote === 'yes') result.matches.push(name);
    else if (mine.vote === 'yes' || theirs.vote === 'yes') {
      const byMe = mine.vote === 'yes';
      result.oneSided.push({ name, byMe });
      if (!byMe && now - Date.parse(mine.voted_at) >= offerAgainAfterMs) result.again.push(name);
    }
  }
  return result;
}

/** The other member, if there is one. */
export function findPartner({ members }: ListHead, me: string): Member | undefined {
  return members.find(({ user_id }) => user_id !== me);
}

/** What the other member is called in sentences. */
export function nameOf(partner: Pick<Member, 'called'> | undefined): string {
  return partner?.called || 'your partner';
}

export function findVote({ votes }: ListContent, name: string, user: string): Vote | undefined {
  return votes.find((vote) => vote.name === name && vote.user_id === user);
}

/** The partner's vote on a name at the moment when both votes became visible; of a former partner, when there is none now. */
export function findSeen(content: ListContent, name: string, me: string): Choice | undefined {
  const partner = findPartner(content, me)?.user_id;
  const isTheirs = (user: string) => (partner ? user === partner : user !== me);
  return content.seen.find((seen) => seen.name === name && isTheirs(seen.user_id))?.vote;
}

/** Names that were removed after both members had seen each other's vote, with both votes. */
export function findRemovedNames(
  content: ListContent,
  me: string,
): { name: string; mine: Choice; theirs: Choice }[] {
  const gone = content.seen.filter(({ name, user_id }) => user_id === me && !content.names.includes(name));
  const mine = new Map(gone.map(({ name, vote }) => [name, vote]));
  return [...mine].flatMap(([name, vote]) => {
    const theirs = findSeen(content, name, me);
    return theirs ? [{ name, mine: vote, theirs }] : [];
  });
}

/** The list with a changed vote; properties that are not given stay unchanged. */
export function withVote(
  content: ListContent,
  { user, name }: { user: string; name: string },
  change: VoteChange,
  now: number,
): ListContent {
  const before = findVote(content, name, user);
  const empty: Vote = { name, user_id: user, vote: null, rating: null, note: '', voted_at: '' };
  const next: Vote = { ...(before ?? empty), ...change };
  if (change.vote) next.voted_at = new Date(now).toISOString();
  return { ...content, votes: [...content.votes.filter((vote) => vote !== before), next] };
}
