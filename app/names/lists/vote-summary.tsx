import type { NamesState } from '../../../names/view-query.ts';
import type { VoteResult } from './list-content.ts';
import { NameLinks } from './name-links.tsx';

interface VoteSummaryProps {
  result: VoteResult;
  state: NamesState;
  /** Changes the user's vote on a name that the partner likes. */
  onAgain: (name: string) => void;
}

/** Matches, and names that one of the two likes. A live region, because a match can appear at any time. */
export function VoteSummary({ result, state, onAgain }: VoteSummaryProps) {
  const { matches, oneSided, waiting } = result;
  return (
    <div className="standing">
      <div role="status" aria-label="Matches" className="matches">
        {matches.length > 0 ? (
          <>
            <h4>{matches.length === 1 ? 'You agree on one name' : `You agree on ${matches.length} names`}</h4>
            <NameLinks names={matches} state={state} />
          </>
        ) : (
          <p className="hint">
            No match yet. It appears here as soon as both of you have said yes to a name.
          </p>
        )}
      </div>
      {oneSided.length > 0 && (
        <div>
          <h4>One of you likes</h4>
          <ul className="one-sided">
            {oneSided.map(({ name, byMe }) => (
              <li key={name}>
                <bdi>{name}</bdi> <span className="label">{byMe ? 'you do' : 'the other does'}</span>{' '}
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
          Waiting for the other on {waiting.length === 1 ? 'one name' : `${waiting.length} names`}.
        </p>
      )}
    </div>
  );
}
