import { useEffect, useRef } from 'react';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { formatDateTime } from '../../format/date-time.ts';
import { LogList } from '../log-list.tsx';
import { listStates, peoplePath, titleOf } from './describe-person.ts';
import { AccessRows } from './person-access.tsx';
import { DataRows } from './person-data-rows.tsx';
import { PersonEventsPart } from './person-events.tsx';
import { SignInRows } from './person-sign-in.tsx';
import { type PersonProps, usePerson } from './use-person.ts';

/** `/admin/people?id=`: one account, what can be done with it, and what was. */
export function PersonView({ id }: { id: string }) {
  const actions = usePerson(id);
  const { person, fault, message } = actions;
  return (
    <>
      <p className="people-back">
        <a href={peoplePath}>All people</a>
      </p>
      {person === null && <Gone />}
      {person === undefined && !fault && <SkeletonLines lines={['w-1/2', 'w-4/5', 'w-3/5', 'w-4/5']} />}
      {person && <Account person={person} actions={actions} />}
      <div className="people-toast">
        <FaultNotice fault={fault} />
        <div role="status">
          {message && (
            <p className="notice">
              {message.text}
              {message.undo && (
                <button type="button" className="text-button" onClick={message.undo}>
                  Undo
                </button>
              )}
            </p>
          )}
        </div>
        {fault && !person && (
          <button type="button" className="choice" onClick={actions.again}>
            Try again
          </button>
        )}
      </div>
    </>
  );
}

function Gone() {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that deleted the account had the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="people-empty">
      <h2 className="section-title" ref={heading} tabIndex={-1}>
        There is no such account
      </h2>
      <p>It was deleted, or the address of this page is not complete.</p>
    </div>
  );
}

function Account({ person, actions }: PersonProps) {
  const { created_at, last_sign_in_at, invited_at } = person;
  const facts = [
    created_at && `Created ${formatDateTime(created_at)}`,
    last_sign_in_at ? `last sign-in ${formatDateTime(last_sign_in_at)}` : 'never signed in',
    invited_at && `invited ${formatDateTime(invited_at)}`,
  ].filter(Boolean);
  return (
    <div className="people-person" aria-busy={actions.pending}>
      <h2 className="section-title people-title">{titleOf(person)}</h2>
      <p className="people-states">
        {listStates(person).map(({ kind, text }) => (
          <span key={text} className={`people-state people-${kind}`}>
            {text}
          </span>
        ))}
        {person.is_self && <span className="people-state people-plain">This is you</span>}
      </p>
      <p className="people-facts hint">
        {facts.join(', ')}. Id <code>{person.id}</code>
      </p>
      <AccessRows person={person} actions={actions} />
      <SignInRows person={person} actions={actions} />
      <DataRows person={person} actions={actions} />
      <section className="people-log" aria-labelledby="person-log">
        <h3 className="account-label" id="person-log">
          What owners did
        </h3>
        <LogList entries={person.log} />
      </section>
      <PersonEventsPart id={person.id} />
    </div>
  );
}
