import type { VoteResult } from './list-content.ts';
import { NameLinks } from './name-links.tsx';

interface VoteSummaryProps {
  result: VoteResult;
  /** What the partner is called. */
  who: string;
  /** Changes the user's vote on a name that the partner likes. */
  onAgain: (name: string) => void;
}

/** Matches, and names that one of the two likes. A live region, because a match can appear at any time. */
export function VoteSummary({ result, who, onAgain }: VoteSummaryProps) {
  const { matches, oneSided, waiting } = result;
  return (
    <div className="standing">
      <div role="status" aria-label="Matches" className="matches">
        {matches.length > 0 ? (
          <>
            <h2>{matches.length === 1 ? 'You agree on one name' : `You agree on ${matches.length} names`}</h2>
            <NameLinks names={matches} />
          </>
        ) : (
          <p className="hint">
            No match yet. It appears here as soon as both of you have said yes to a name.
          </p>
        )}
      </div>
      {oneSided.length > 0 && (
        <div>
          <h2>One of you likes</h2>
          <ul className="one-sided">
            {oneSided.map(({ name, byMe }) => (
              <li key={name}>
                <bdi>{name}</bdi>{' '}
                <span className="label">
                  {byMe ? (
                    'you do'
                  ) : (
                    <>
                      <bdi>{who}</bdi> does
                    </>
                  )}
                </span>{' '}
                {!byMe && (
                  <button type="button" className="text-button" onClick={() => onAgain(name)}>
                    I like it after all
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {waiting.length > 0 && (
        <p className="hint">
          Waiting for <bdi>{who}</bdi> to vote on{' '}
          {waiting.length === 1 ? 'one name' : `${waiting.length} names`}.
        </p>
      )}
    </div>
  );
}
