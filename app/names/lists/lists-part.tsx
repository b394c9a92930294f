import type { SupabaseClient, User } from '@supabase/supabase-js';
import { useState } from 'react';
import type { NamesState } from '../../../names/view-query.ts';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { FaultNotice } from '../../login/fault-notice.tsx';
import { LineForm } from './line-form.tsx';
import { createList } from './list-calls.ts';
import type { ListHead } from './list-content.ts';
import { ListView } from './list-view.tsx';
import { rememberedList, rememberList } from './remembered-list.ts';
import { useLists } from './use-lists.ts';

/** The lists of whoever is signed in. */
export function ListsPart({ user, state }: { user: User; state: NamesState }) {
  const { client, heads, fault, kept, reload, setFault } = useLists();
  const [chosen, setChosen] = useState(rememberedList);
  const list = heads?.find(({ id }) => id === chosen) ?? heads?.[0];
  const choose = (id: string) => {
    rememberList(id);
    setChosen(id);
  };
  return (
    <>
      <FaultNotice fault={fault} />
      {kept.length > 0 && (
        <p className="notice" role="status">
          {kept.length === 1 ? 'One name' : `${kept.length} names`} from this browser{' '}
          {kept.length === 1 ? 'is' : 'are'} in your list now.
        </p>
      )}
      {!heads && !fault && <SkeletonLines lines={['w-2/5', 'w-3/5', 'w-1/2']} />}
      {!heads && fault && (
        <button type="button" className="text-button" onClick={() => void reload()}>
          Try again
        </button>
      )}
      {client && heads && list && (
        <>
          <ListChooser heads={heads} chosen={list.id} onChoose={choose} />
          <ListView
            key={list.id}
            client={client}
            head={list}
            user={user}
            state={state}
            setFault={setFault}
            onGone={reload}
          />
          <NewList
            client={client}
            setFault={setFault}
            onMade={async (id) => {
              await reload();
              choose(id);
            }}
          />
        </>
      )}
    </>
  );
}

function ListChooser({
  heads,
  chosen,
  onChoose,
}: {
  heads: ListHead[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  if (heads.length < 2) return null;
  return (
    <fieldset className="choices">
      <legend className="sr-only">Lists</legend>
      {heads.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          className="choice"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          <bdi>{title}</bdi>
        </button>
      ))}
    </fieldset>
  );
}

interface NewListProps {
  client: SupabaseClient;
  setFault: (error: unknown) => void;
  onMade: (id: string) => Promise<void>;
}

function NewList({ client, setFault, onMade }: NewListProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <p className="names-doors">
        <button type="button" className="text-button" onClick={() => setOpen(true)}>
          Another list …
        </button>
      </p>
    );
  return (
    <LineForm
      label="What is the list called?"
      action="Make it"
      maxLength={80}
      onSubmit={async (title) => {
        try {
          await onMade((await createList(client, title)).id);
          setOpen(false);
        } catch (error) {
          setFault(error);
        }
      }}
    />
  );
}
