import type { PostgrestError } from '@supabase/supabase-js';
import type { Database } from '../../supabase/database.types.ts';
import { type SerialQueue, useSerialQueue } from '../login/use-serial-queue.ts';
import { loadClient } from '../session/client.ts';

/** Functions of supabase/migrations that the account page calls. */
type Functions = Database['public']['Functions'];
type AccountFunction =
  | 'my_sessions'
  | 'end_my_session'
  | 'export_my_data'
  | 'delete_my_account'
  | 'withdraw_my_email_change';

/** A project without the site's migrations does not have these functions. */
const unknownFunction = 'PGRST202';

const byCode: Record<string, string> = {
  [unknownFunction]:
    'This project does not offer that yet: its owner has to apply the site’s migrations (supabase db push).',
  '42501': 'Please confirm with your second factor first: sign out, and sign in again with it.',
};

export interface AccountCall extends Omit<SerialQueue, 'enqueue' | 'setFault'> {
  /** Does nothing while the same call is pending; other calls wait in the queue. `first` runs before the call, in the same queue entry. */
  run<Name extends AccountFunction>(
    name: Name,
    args: Functions[Name]['Args'],
    then?: (data: Functions[Name]['Returns']) => void | Promise<void>,
    first?: () => Promise<void>,
  ): Promise<boolean>;
}

/** Calls to the data API. */
export function useAccountCall(): AccountCall {
  const { pending, fault, enqueue } = useSerialQueue();
  return {
    pending,
    fault,
    run: (name, args, then, first) =>
      enqueue(name + JSON.stringify(args), async () => {
        await first?.();
        const client = await loadClient();
        const { data, error } = await client.rpc(name, args);
        if (error) return toMessage(error);
        await then?.(data);
      }),
  };
}

function toMessage({ code }: PostgrestError): string {
  return byCode[code] ?? 'That did not work. Please try again in a moment.';
}
