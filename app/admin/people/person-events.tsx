import { useState } from 'react';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { formatDateTime } from '../../format/date-time.ts';
import { AdminProblem } from '../admin-problem.tsx';
import { callAdmin, explainFault } from '../call-admin.ts';
import { useAnswer } from '../use-answer.ts';
import { describeEvent } from './describe-event.ts';
import type { PersonEvents } from './people-data.ts';

const path = '/people/events';

/** What the auth service noted about an account: sign-ins, passwords, second factors. */
export function PersonEventsPart({ id }: { id: string }) {
  const { answer, fault, again } = useAnswer<PersonEvents>(path, { id });
  return (
    <section className="people-log" aria-labelledby="person-events">
      <h3 className="account-label" id="person-events">
        What the auth service noted
      </h3>
      {fault && <AdminProblem fault={fault} again={again} />}
      {!answer && !fault && <SkeletonLines lines={['w-4/5', 'w-3/5']} />}
      {answer && !fault && <Events id={id} first={answer} />}
    </section>
  );
}

function Events({ id, first }: { id: string; first: PersonEvents }) {
  const [older, setOlder] = useState<PersonEvents>();
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();
  if (!first.events)
    return (
      <p className="hint">
        This project does not let them be read here. Its dashboard has them under Authentication.
      </p>
    );
  if (first.events.length === 0)
    return <p className="hint">Nothing, or the project keeps its entries outside of the database.</p>;
  const events = [...first.events, ...(older?.events ?? [])];
  const { next } = older ?? first;

  async function readOlder() {
    if (pending) return;
    setPending(true);
    setFault(undefined);
    try {
      const page = await callAdmin<PersonEvents>(path, { query: { id, after: next } });
      setOlder({ ...page, events: [...(older?.events ?? []), ...(page.events ?? [])] });
    } catch (error) {
      setFault(explainFault(error));
    }
    setPending(false);
  }

  return (
    <>
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
      <div role="alert">{fault && <p className="notice notice-fault">{fault}</p>}</div>
      {next && (
        <button type="button" className="choice people-more" aria-disabled={pending} onClick={readOlder}>
          {pending ? 'One moment …' : 'Show older entries'}
        </button>
      )}
    </>
  );
}
