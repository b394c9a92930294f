import { type FormEvent, useEffect, useId, useState } from 'react';
import site from '../../../site.config.ts';
import { Day } from '../../components/day.tsx';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { formatCounted, formatNumber } from '../../format/count.ts';
import { usePages } from '../use-pages.ts';
import { listStates, peoplePath, personPath, titleOf } from './describe-person.ts';
import type { PeopleOrder, PeoplePage, PersonEntry } from './people-data.ts';

/** A search begins when the typing pauses. */
const pauseMs = 250;
/** A search counts no further. */
const countedTo = 1000;
const orders: { sort: PeopleOrder; title: string }[] = [
  { sort: 'created', title: 'Newest' },
  { sort: 'sign-in', title: 'Last sign-in' },
];

/** Search and order are in the address, so that the way back from an account leads to the same list. */
export function PeopleList() {
  const [{ q, sort }, setQuestion] = useState(readQuestion);
  const [typed, setTyped] = useState(q);
  // The people of the search before stay until the next are there.
  const { page, fault, pending, showMore, again } = usePages<PeoplePage>(
    '/people',
    { q: q || undefined, sort },
    join,
  );

  useEffect(() => {
    const address = peoplePath + toSearch(q, sort);
    if (location.pathname + location.search !== address) history.replaceState(history.state, '', address);
  }, [q, sort]);
  useEffect(() => {
    const timer = setTimeout(() => setQuestion((now) => ({ ...now, q: typed.trim() })), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);

  function search(event: FormEvent) {
    event.preventDefault();
    setQuestion({ q: typed.trim(), sort });
  }

  return (
    <>
      <search>
        <form className="people-search" method="post" onSubmit={search}>
          <input
            className="input"
            type="search"
            aria-label="Search people"
            placeholder="Address, name, phone or id"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
          <fieldset className="choices" aria-label="Order">
            {orders.map((order) => (
              <button
                key={order.sort}
                type="button"
                className="choice"
                aria-pressed={order.sort === sort}
                onClick={() => setQuestion({ q, sort: order.sort })}
              >
                {order.title}
              </button>
            ))}
          </fieldset>
          {page?.canCreate && (
            <a className="choice people-add" href={`${peoplePath}?new`}>
              Add a person
            </a>
          )}
        </form>
      </search>
      <p className="people-count" role="status">
        {page && !fault && describeCount(page, q)}
      </p>
      {!page && !fault && <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5', 'w-1/2']} />}
      <FaultNotice fault={fault} />
      {fault && (
        <button type="button" className="choice" onClick={again}>
          Try again
        </button>
      )}
      {page && page.people.length > 0 && <PeopleTable people={page.people} busy={pending} />}
      {page?.people.length === 0 && !fault && <NoPeople q={q} onClear={() => setTyped('')} />}
      {page?.next && (
        <button type="button" className="button people-more" aria-disabled={pending} onClick={showMore}>
          {pending ? 'One moment …' : 'Show more'}
        </button>
      )}
      {page?.canCreate === false && (
        <p className="hint people-note">
          New people sign up themselves, or you invite them in the dashboard of your project: this site has no
          key that could create accounts there.
        </p>
      )}
    </>
  );
}

function readQuestion(): { q: string; sort: PeopleOrder } {
  const query = new URLSearchParams(location.search);
  return { q: query.get('q') ?? '', sort: query.get('sort') === 'sign-in' ? 'sign-in' : 'created' };
}

function toSearch(q: string, sort: PeopleOrder): string {
  const query = new URLSearchParams({ ...(q && { q }), ...(sort !== 'created' && { sort }) });
  return query.size > 0 ? `?${query}` : '';
}

function describeCount({ total, people }: PeoplePage, q: string): string {
  const { language } = site;
  if (total === null) return '';
  if (q && total > countedTo) return `More than ${formatNumber(countedTo, language)} found`;
  const counted = formatCounted(total, { one: 'person', other: 'people' }, language);
  const shown = people.length < total ? `, ${formatNumber(people.length, language)} shown` : '';
  return `${counted}${q ? ' found' : ''}${shown}`;
}

function PeopleTable({ people, busy }: { people: PersonEntry[]; busy: boolean }) {
  const id = useId();
  return (
    <table className="people-table" aria-busy={busy} aria-describedby={id}>
      <caption className="sr-only" id={id}>
        People
      </caption>
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col">State</th>
          <th scope="col">Created</th>
          <th scope="col">Last sign-in</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </tbody>
    </table>
  );
}

function PersonRow({ person }: { person: PersonEntry }) {
  const title = titleOf(person);
  const below = person.email && person.email !== title ? person.email : undefined;
  return (
    <tr>
      <th scope="row">
        <a href={personPath(person.id)}>{title}</a>
        {below && <span className="people-below">{below}</span>}
      </th>
      <td className="people-states">
        {listStates(person).map(({ kind, text }) => (
          <span key={text} className={`people-state people-${kind}`}>
            {text}
          </span>
        ))}
      </td>
      <td data-label="Created">{person.created_at ? <Day day={person.created_at} short /> : '–'}</td>
      <td data-label="Last sign-in">
        {person.last_sign_in_at ? <Day day={person.last_sign_in_at} short /> : 'Never'}
      </td>
    </tr>
  );
}

function NoPeople({ q, onClear }: { q: string; onClear(): void }) {
  if (q === '') return <p className="people-empty">No one has an account yet.</p>;
  return (
    <div className="people-empty">
      <p>No account has “{q}” in its address, name or phone number.</p>
      <p className="hint">
        A part is enough, in any case: “ada”, “@example.org”, “+49 170”. An id has to be whole.
      </p>
      <button type="button" className="choice" onClick={onClear}>
        Show everyone
      </button>
    </div>
  );
}

function join(before: PeoplePage, next: PeoplePage): PeoplePage {
  return { ...next, total: before.total, people: [...before.people, ...next.people] };
}
