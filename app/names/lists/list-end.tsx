import type { SupabaseClient } from '@supabase/supabase-js';
import { useState } from 'react';
import { deleteList, leaveList } from './list-calls.ts';
import type { ListHead } from './list-content.ts';

interface ListEndProps {
  client: SupabaseClient;
  head: ListHead;
  me: string;
  isPair: boolean;
  setFault: (error: unknown) => void;
  onGone: () => Promise<void>;
}

/** Leaving and deleting, each asked about once more. */
export function ListEnd({ client, head, me, isPair, setFault, onGone }: ListEndProps) {
  const [asked, setAsked] = useState<'leave' | 'delete'>();
  const mayDelete = !isPair || head.created_by === null || head.created_by === me;

  async function end() {
    try {
      if (asked === 'leave') await leaveList(client, head.id, me);
      else await deleteList(client, head.id);
      await onGone();
    } catch (error) {
      setFault(error);
    }
  }

  if (!asked)
    return (
      <p className="names-doors">
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
  return (
    <div className="danger">
      <p>
        {asked === 'leave'
          ? 'Your votes and notes go with you; the other keeps the names.'
          : `The list goes with all names${isPair ? ', votes and notes of both of you' : ', votes and notes'}, for good.`}
      </p>
      <p className="save-row">
        <button type="button" className="button" onClick={() => void end()}>
          {asked === 'leave' ? 'Leave' : 'Delete'}
        </button>
        <button type="button" className="text-button" onClick={() => setAsked(undefined)}>
          Stay
        </button>
      </p>
    </div>
  );
}
