import { nameHref } from '../names-address.ts';
import { NoteField } from '../shortlist/note-field.tsx';
import { RatingStars } from '../shortlist/rating-stars.tsx';
import {
  type Choice,
  findPartner,
  findSeen,
  findVote,
  type ListContent,
  nameOf,
  type Vote,
} from './list-content.ts';
import type { OpenList } from './use-list.ts';

interface ListNamesProps {
  list: OpenList;
  content: ListContent;
  me: string;
}

const choices: { value: Choice; word: string }[] = [
  { value: 'no', word: 'No' },
  { value: 'maybe', word: 'Maybe' },
  { value: 'yes', word: 'Yes' },
];

/** Every name of the list with the user's vote, and the partner's once both have voted. */
export function ListNames({ list, content, me }: ListNamesProps) {
  if (content.names.length === 0) return null;
  const who = nameOf(findPartner(content, me));
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
              aria-label={`Remove ${name} from the list`}
              onClick={() => list.remove(name)}
            >
              ×
            </button>
            <a className="name-link" href={nameHref(name)}>
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
            <TheirVote who={who} vote={theirs} first={findSeen(content, name, me)} />
          </li>
        );
      })}
    </ul>
  );
}

interface TheirVoteProps {
  who: string;
  vote: Vote | undefined;
  /** The vote at the moment when both votes became visible. */
  first: Choice | undefined;
}

/** The partner's vote on a name, and their vote at the moment when they saw the user's, if it differs. */
function TheirVote({ who, vote, first }: TheirVoteProps) {
  if (!vote)
    return (
      first && (
        <p className="label their-vote">
          <bdi>{who}</bdi> said {first}, saw your vote and took it back.
        </p>
      )
    );
  return (
    <p className="label their-vote">
      <bdi>{who}</bdi>: {vote.vote}
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
