import { useState } from 'react';
import type { SiteClient } from '../../session/site-client.ts';
import { deleteList, leaveList } from './list-calls.ts';
import type { ListContent } from './list-content.ts';
import { SingleFieldForm } from './single-field-form.tsx';

interface ListEndProps {
  client: SiteClient;
  list: ListContent;
  me: string;
  onRename: (title: string) => void;
  onEnd: (call: () => Promise<void>) => Promise<void>;
}

/** Renames, leaves or deletes the list; the last two need a confirmation. */
export function ListSettings({ client, list, me, onRename, onEnd }: ListEndProps) {
  const [asked, setAsked] = useState<'rename' | 'leave' | 'delete'>();
  const isPair = list.members.length > 1;
  const mayDelete = !isPair || list.created_by === null || list.created_by === me;

  const end = () =>
    onEnd(() => (asked === 'leave' ? leaveList(client, list.id, me) : deleteList(client, list.id)));

  if (!asked)
    return (
      <p className="names-doors">
        <button type="button" className="text-button" onClick={() => setAsked('rename')}>
          Rename the list …
        </button>
        {isPair && (
          <button type="button" className="text-button" onClick={() => setAsked('leave')}>
            Leave the list …
          </button>
        )}
        {mayDelete && (
          <button type="button" className="text-button" onClick={() => setAsked('delete')}>
            Delete the list …
          </button>
        )}
      </p>
    );
  if (asked === 'rename')
    return (
      <SingleFieldForm
        label="What should the list be called?"
        action="Rename"
        maxLength={80}
        initial={list.title}
        onSubmit={(title) => {
          onRename(title);
          setAsked(undefined);
        }}
      />
    );
  return (
    <div className="danger">
      <p>
        {asked === 'leave'
          ? 'Your votes and notes are deleted. Your partner keeps the names.'
          : `The list is deleted for good, with all its names${isPair ? ' and the votes and notes of both of you' : ', votes and notes'}.`}
      </p>
      <p className="save-row">
        <button type="button" className="button" onClick={() => void end()}>
          {asked === 'leave' ? 'Leave' : 'Delete'}
        </button>
        <button type="button" className="text-button" onClick={() => setAsked(undefined)}>
          Cancel
        </button>
      </p>
    </div>
  );
}
