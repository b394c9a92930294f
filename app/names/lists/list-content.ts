/** A list as its member sees it: row security has left out what is not theirs to see. */
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

/** A vote as it was when the other could see it first. It stays when the vote is changed or taken back. */
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

/** A one-sided like is offered again after a week: a name grows on people. */
export const offerAgainAfterMs = 7 * 24 * 3600 * 1000;

export interface VoteResult {
  /** Names that I have not voted on. */
  open: string[];
  /** Liked by the other and not by me, a week ago or more: offered once more. */
  again: string[];
  /** Both said yes. */
  matches: string[];
  /** One said yes, the other did not. */
  oneSided: { name: string; byMe: boolean }[];
  /** I have voted and the other has not. */
  waiting: string[];
}

/** Where two people stand. `now` in milliseconds. */
export function toVoteResult({ names, members, votes }: ListContent, me: string, now: number): VoteResult {
  const standing: VoteResult = { open: [], again: [], matches: [], oneSided: [], waiting: [] };
  for (const name of names) {
    const mine = votes.find((vote) => vote.name === name && vote.user_id === me && vote.vote);
    const theirs = votes.find((vote) => vote.name === name && vote.user_id !== me && vote.vote);
    if (!mine) standing.open.push(name);
    else if (!theirs) {
      if (members.length > 1) standing.waiting.push(name);
    } else if (mine.vote === 'yes' && theirs.vote === 'yes') standing.matches.push(name);
    else if (mine.vote === 'yes' || theirs.vote === 'yes') {
      const byMe = mine.vote === 'yes';
      standing.oneSided.push({ name, byMe });
      if (!byMe && now - Date.parse(mine.voted_at) >= offerAgainAfterMs) standing.again.push(name);
    }
  }
  return standing;
}

/** The other one, if there is one. */
export function findPartner({ members }: ListHead, me: string): Member | undefined {
  return members.find(({ user_id }) => user_id !== me);
}

export function findVote({ votes }: ListContent, name: string, user: string): Vote | undefined {
  return votes.find((vote) => vote.name === name && vote.user_id === user);
}

/** What the other had said when both could see each other's vote on a name first; of one who has left, when there is no other now. */
export function findSeen(content: ListContent, name: string, me: string): Choice | undefined {
  const partner = findPartner(content, me)?.user_id;
  const isTheirs = (user: string) => (partner ? user === partner : user !== me);
  return content.seen.find((seen) => seen.name === name && isTheirs(seen.user_id))?.vote;
}

/** Names that are no longer in the list though both had seen each other's vote, with what each of them had said. */
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

/** The list with a vote changed in some parts; what is not given stays as it is. */
export function withVote(
  content: ListContent,
  user: string,
  name: string,
  change: VoteChange,
  now: number,
): ListContent {
  const before = findVote(content, name, user);
  const empty: Vote = { name, user_id: user, vote: null, rating: null, note: '', voted_at: '' };
  const next: Vote = { ...(before ?? empty), ...change };
  if (change.vote) next.voted_at = new Date(now).toISOString();
  return { ...content, votes: [...content.votes.filter((vote) => vote !== before), next] };
}
