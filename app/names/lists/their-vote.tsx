import type { Choice, Vote } from './list-content.ts';

interface TheirVoteProps {
  vote: Vote | undefined;
  /** What the vote was when both could see each other's first. */
  first: Choice | undefined;
}

/** What the other thinks of a name, and what they thought when they saw the reader's vote, if that is something else. */
export function TheirVote({ vote, first }: TheirVoteProps) {
  if (!vote)
    return (
      first && <p className="label their-vote">The other said {first}, saw your vote and took theirs back.</p>
    );
  return (
    <p className="label their-vote">
      The other: {vote.vote}
      {first && first !== vote.vote && ` (at first ${first})`}
      {vote.rating ? `, ${vote.rating} of 5` : ''}
      {vote.note && (
        <>
          : <bdi>{vote.note}</bdi>
        </>
      )}
    </p>
  );
}
