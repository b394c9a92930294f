import { maxCompared } from '../../../names/view-query.ts';
import { useHosting } from '../../current-site.ts';
import { toCsv } from '../../format/csv.ts';
import { offerDownload } from '../../runtime/offer-download.ts';
import { emptyState, hrefOf, nameHref } from '../names-address.ts';
import { changeShortlist, clearShortlist, useShortlist } from './local-shortlist.ts';
import { NoteField } from './note-field.tsx';
import { RatingStars } from './rating-stars.tsx';
import { ShortlistButton } from './shortlist-button.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { useShortlistedNames } from './use-shortlisted-names.ts';

/** The shortlist of a visitor who is not signed in. */
export function LocalList() {
  const entries = useShortlist();
  const listed = useShortlistedNames();
  const { hasAccounts } = useHosting();
  if (entries.length === 0)
    return (
      <p className="hint">
        Nothing yet. Press the heart beside a name to put it here; it is kept in this browser.{' '}
        {hasAccounts && (
          <>
            <SignInLink /> to keep it in your account and to choose together with someone.
          </>
        )}
      </p>
    );
  const names = entries.map(({ name }) => name);
  const download = () => {
    const rows = entries.map(({ name, rating, note }) => [name, rating || '', note]);
    offerDownload('names.csv', 'text/csv', toCsv(['name', 'rating', 'note'], rows));
  };
  return (
    <>
      <ul className="shortlist">
        {entries.map(({ name, rating, note }) => (
          <li key={name}>
            <ShortlistButton name={name} listed={listed} />
            <a className="name-link" href={nameHref(name)}>
              <bdi>{name}</bdi>
            </a>
            <RatingStars
              name={name}
              rating={rating}
              onRate={(next) => changeShortlist(name, { rating: next })}
            />
            <NoteField name={name} note={note} onNote={(next) => changeShortlist(name, { note: next })} />
          </li>
        ))}
      </ul>
      <p className="names-doors">
        {names.length > 1 && (
          <a href={hrefOf(emptyState, { compare: names.slice(0, maxCompared) })} rel="nofollow">
            Compare
          </a>
        )}
        <button type="button" className="text-button" onClick={download}>
          Export as CSV
        </button>
        <button type="button" className="text-button" onClick={clearShortlist}>
          Remove all
        </button>
      </p>
      <p className="hint">
        This list is in this browser only.{' '}
        {hasAccounts && (
          <>
            <SignInLink /> to keep it in your account and to choose together with someone: each votes alone,
            and you both see where you agree.
          </>
        )}
      </p>
    </>
  );
}
