/** A list as its member sees it: row security has left out what is not theirs to see. */
export interface ListContent {
  id: string;
  names: string[];
  members: Member[];
  votes: Vote[];
  invitations: Invitation[];
}

export interface ListHead {
  id: string;
  title: string;
  created_by: string | null;
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

export interface Invitation {
  id: string;
  once: boolean;
  created_at: string;
  used_at: string | null;
}

/** A one-sided like is offered again after a week: a name grows on people. */
export const againAfterMs = 7 * 24 * 3600 * 1000;

export interface Standing {
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
export function toStanding({ names, members, votes }: ListContent, me: string, now: number): Standing {
  const standing: Standing = { open: [], again: [], matches: [], oneSided: [], waiting: [] };
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
      if (!byMe && now - Date.parse(mine.voted_at) >= againAfterMs) standing.again.push(name);
    }
  }
  return standing;
}

export function findVote({ votes }: ListContent, name: string, user: string): Vote | undefined {
  return votes.find((vote) => vote.name === name && vote.user_id === user);
}
