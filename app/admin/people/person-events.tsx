import { SkeletonLines } from '../../components/skeleton.tsx';
import { formatDateTime } from '../../format/date-time.ts';
import { ListEnd } from '../list-end.tsx';
import { usePages } from '../use-pages.ts';
import { describeEvent } from './describe-event.ts';
import type { PersonEvent, PersonEvents } from './people-data.ts';

/** What the auth service noted about an account: sign-ins, passwords, second factors. */
export function PersonEventsPart({ id }: { id: string }) {
  const pages = usePages<PersonEvents>('/people/events', { id }, join);
  const { page, fault } = pages;
  return (
    <section className="people-log" aria-labelledby="person-events">
      <h3 className="account-label" id="person-events">
        What the auth service noted
      </h3>
      {page && <Events events={page.events} />}
      {!page && !fault && <SkeletonLines lines={['w-4/5', 'w-3/5']} />}
      <ListEnd {...pages} />
    </section>
  );
}

function join(before: PersonEvents, next: PersonEvents): PersonEvents {
  return { ...next, events: [...(before.events ?? []), ...(next.events ?? [])] };
}

function Events({ events }: { events: PersonEvent[] | null }) {
  if (!events)
    return (
      <p className="hint">
        This project does not let them be read here. Its dashboard has them under Authentication.
      </p>
    );
  if (events.length === 0)
    return <p className="hint">Nothing, or the project keeps its entries outside of the database.</p>;
  return (
    <ol className="admin-log">
      {events.map((event) => (
        <li key={event.id}>
          <time className="label" dateTime={event.at}>
            {formatDateTime(event.at)}
          </time>
          <span>{describeEvent(event) ?? <code>{event.action}</code>}</span>
          {event.ip && <span className="label">{event.ip}</span>}
        </li>
      ))}
    </ol>
  );
}
