import type { NamesState } from '../../../names/view-query.ts';
import { hrefOf } from '../names-address.ts';
import { NoteField } from '../shortlist/note-field.tsx';
import { RatingStars } from '../shortlist/rating-stars.tsx';
import { type Choice, findSeen, findVote, type ListContent, type Vote } from './list-content.ts';
import type { OpenList } from './use-list.ts';

interface ListNamesProps {
  list: OpenList;
  content: ListContent;
  me: string;
  state: NamesState;
}

const choices: { value: Choice; word: string }[] = [
  { value: 'no', word: 'No' },
  { value: 'maybe', word: 'Maybe' },
  { value: 'yes', word: 'Yes' },
];

/** Every name of the list with the user's vote, and the partner's once both have voted. */
export function ListNames({ list, content, me, state }: ListNamesProps) {
  if (content.names.length === 0) return null;
  return (
    <ul className="shortlist">
      {content.names.map((name) => {
        const mine = findVote(content, name, me);
        const theirs = content.votes.find((vote) => vote.name === name && vote.user_id !== me && vote.vote);
        return (
          <li key={name}>
            <button
              type="button"
              className="remove-name"
              aria-label={`Take ${name} out of the list`}
              onClick={() => list.remove(name)}
            >
              ×
            </button>
            <a className="name-link" href={hrefOf(state, { name, compare: [] }, '#name')} rel="nofollow">
              <bdi>{name}</bdi>
            </a>
            <fieldset className="vote-choice">
              <legend className="sr-only">Your vote on {name}</legend>
              {choices.map(({ value, word }) => (
                <button
                  key={value}
                  type="button"
                  className="choice"
                  aria-pressed={mine?.vote === value}
                  onClick={() => list.vote(name, { vote: value })}
                >
                  {word}
                </button>
              ))}
            </fieldset>
            <RatingStars
              name={name}
              rating={mine?.rating ?? 0}
              onRate={(rating) => list.vote(name, { rating: rating || null })}
            />
            <NoteField name={name} note={mine?.note ?? ''} onNote={(note) => list.vote(name, { note })} />
            <TheirVote vote={theirs} first={findSeen(content, name, me)} />
          </li>
        );
      })}
    </ul>
  );
}

interface TheirVoteProps {
  vote: Vote | undefined;
  /** The vote at the moment when both votes became visible. */
  first: Choice | undefined;
}

/** The partner's vote on a name, and their vote at the moment when they saw the user's, if it differs. */
function TheirVote({ vote, first }: TheirVoteProps) {
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
