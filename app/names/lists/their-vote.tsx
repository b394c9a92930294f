import type { Choice, Vote } from './list-content.ts';

interface TheirVoteProps {
  vote: Vote | undefined;
  /** The vote at the moment when both votes became visible. */
  first: Choice | undefined;
}

/** The partner's vote on a name, and their vote at the moment when they saw the user's, if it differs. */
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
