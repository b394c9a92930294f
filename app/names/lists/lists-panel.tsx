import type { User } from '@supabase/supabase-js';
import { useCallback, useState } from 'react';
import type { NamesState } from '../../../names/view-query.ts';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { SkeletonLines } from '../../components/skeleton.tsx';
import type { SiteClient } from '../../session/site-client.ts';
import { createList } from './list-calls.ts';
import { findPartner, type ListHead } from './list-content.ts';
import type { ListFault } from './list-fault.ts';
import { ListView } from './list-view.tsx';
import { rememberedList, rememberList } from './remembered-list.ts';
import { SingleFieldForm } from './single-field-form.tsx';
import { useLists } from './use-lists.ts';

interface ListsPanelProps {
  user: User;
  state: NamesState;
  /** An invitation link is shown above. */
  isInvited: boolean;
}

/** The lists of the signed-in user. */
export function ListsPanel({ user, state, isInvited }: ListsPanelProps) {
  const { client, heads, fault, moved, reload, retitle, setFault } = useLists(user.id, isInvited);
  const [chosen, setChosen] = useState(rememberedList);
  const list = heads?.find(({ id }) => id === chosen) ?? heads?.[0];
  const choose = (id: string) => {
    rememberList(id);
    setChosen(id);
  };
  const reloadLists = useCallback(
    (reason?: ListFault) => {
      setFault(reason);
      return reload();
    },
    [reload, setFault],
  );
  return (
    <>
      <FaultNotice fault={fault} />
      {moved > 0 && (
        <p className="notice" role="status">
          {moved === 1 ? 'One name from this browser is' : `${moved} names from this browser are`} in your
          list now.
        </p>
      )}
      {!heads && !fault && <SkeletonLines lines={['w-2/5', 'w-3/5', 'w-1/2']} />}
      {!heads && fault && (
        <button type="button" className="text-button" onClick={() => void reloadLists()}>
          Try again
        </button>
      )}
      {client && heads && list && (
        <>
          <ListChooser heads={heads} chosen={list.id} me={user.id} onChoose={choose} />
          <ListView
            key={list.id}
            client={client}
            head={list}
            user={user}
            state={state}
            setFault={setFault}
            onTitle={retitle}
            onGone={reloadLists}
          />
        </>
      )}
      {heads?.length === 0 && <p className="hint">You have no list of your own yet.</p>}
      {client && heads && (
        <NewList
          client={client}
          setFault={setFault}
          onMade={async (id) => {
            await reload();
            choose(id);
          }}
        />
      )}
    </>
  );
}

interface ListChooserProps {
  heads: ListHead[];
  chosen: string;
  me: string;
  onChoose: (id: string) => void;
}

function ListChooser({ heads, chosen, me, onChoose }: ListChooserProps) {
  if (heads.length < 2) return null;
  return (
    <fieldset className="choices">
      <legend className="sr-only">Lists</legend>
      {heads.map((head) => {
        const partner = findPartner(head, me);
        return (
          <button
            key={head.id}
            type="button"
            className="choice"
            aria-pressed={head.id === chosen}
            onClick={() => onChoose(head.id)}
          >
            <bdi>{head.title}</bdi>
            {partner && (
              <>
                {' '}
                with <bdi>{partner.called || 'somebody'}</bdi>
              </>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}

interface NewListProps {
  client: SiteClient;
  setFault: (error: unknown) => void;
  onMade: (id: string) => Promise<void>;
}

function NewList({ client, setFault, onMade }: NewListProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <p className="names-doors">
        <button type="button" className="text-button" onClick={() => setOpen(true)}>
          Make another list …
        </button>
      </p>
    );
  return (
    <SingleFieldForm
      label="What is the list called?"
      action="Make it"
      maxLength={80}
      onSubmit={async (title) => {
        try {
          await onMade((await createList(client, title)).id);
          setOpen(false);
          return true;
        } catch (error) {
          setFault(error);
          return false;
        }
      }}
    />
  );
}
