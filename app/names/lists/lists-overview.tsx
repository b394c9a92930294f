import type { User } from '@supabase/supabase-js';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { SkeletonLines } from '../../components/skeleton.tsx';
import type { SiteClient } from '../../session/site-client.ts';
import { toListPath } from '../names-address.ts';
import { createList } from './list-calls.ts';
import { findPartner, type ListHead } from './list-content.ts';
import { SingleFieldForm } from './single-field-form.tsx';
import { useLists } from './use-lists.ts';

interface ListsOverviewProps {
  user: User;
  /** An invitation link is shown above. */
  isInvited: boolean;
}

/** The lists of the signed-in user, each a link to its page. */
export function ListsOverview({ user, isInvited }: ListsOverviewProps) {
  const { client, heads, fault, moved, reload, setFault } = useLists(user.id, isInvited);
  const navigate = useNavigate();
  return (
    <div>
      <FaultNotice fault={fault} />
      {moved > 0 && heads?.[0] && <MovedNames count={moved} list={heads[0]} />}
      {!heads && !fault && <SkeletonLines lines={['w-2/5', 'w-3/5', 'w-1/2']} />}
      {!heads && fault && (
        <button
          type="button"
          className="text-button"
          onClick={() => {
            setFault(undefined);
            void reload();
          }}
        >
          Try again
        </button>
      )}
      {heads && heads.length > 0 && (
        <ul className="list-links" aria-label="Lists">
          {heads.map((head) => (
            <li key={head.id}>
              <ListLink head={head} me={user.id} />
            </li>
          ))}
        </ul>
      )}
      {heads?.length === 0 && <p className="hint">You have no list of your own yet.</p>}
      {client && heads && (
        <NewList client={client} setFault={setFault} onMade={(id) => void navigate(toListPath(id))} />
      )}
    </div>
  );
}

function MovedNames({ count, list }: { count: number; list: ListHead }) {
  return (
    <p className="notice" role="status">
      {count === 1 ? 'One name from this browser is' : `${count} names from this browser are`} in{' '}
      <bdi>{list.title}</bdi> now.
    </p>
  );
}

function ListLink({ head, me }: { head: ListHead; me: string }) {
  const partner = findPartner(head, me);
  return (
    <a href={toListPath(head.id)}>
      <bdi>{head.title}</bdi>
      {partner && (
        <span className="label">
          {' '}
          with <bdi>{partner.called || 'somebody'}</bdi>
        </span>
      )}
    </a>
  );
}

interface NewListProps {
  client: SiteClient;
  setFault: (error: unknown) => void;
  onMade: (id: string) => void;
}

function NewList({ client, setFault, onMade }: NewListProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <p className="names-doors">
        <button type="button" className="text-button" onClick={() => setOpen(true)}>
          Start another list …
        </button>
      </p>
    );
  return (
    <SingleFieldForm
      label="What should the list be called?"
      action="Start it"
      maxLength={80}
      onSubmit={async (title) => {
        try {
          onMade((await createList(client, title)).id);
          return true;
        } catch (error) {
          setFault(error);
          return false;
        }
      }}
    />
  );
}
