import type { SupabaseClient } from '@supabase/supabase-js';
import { useState } from 'react';
import { loadClient } from '../session/client.ts';

/** Functions of supabase/migrations that the account page calls. */
type AccountFunction = 'my_sessions' | 'end_my_session' | 'export_my_data' | 'delete_my_account';

/** A project that has not been given the site's migrations does not know them. */
const unknownFunction = 'PGRST202';

const byCode: Record<string, string> = {
  [unknownFunction]:
    'This project does not offer that yet: its owner has to apply the site’s migrations (supabase db push).',
  '42501': 'Please confirm with your second factor first: sign out, and sign in again with it.',
};

export interface AccountCall {
  pending: boolean;
  fault: string | undefined;
  run<Data>(
    name: AccountFunction,
    args: Record<string, string>,
    then?: (data: Data) => void | Promise<void>,
  ): Promise<void>;
}

/** One question to the data API at a time, with its waiting and its failing. */
export function useAccountCall(): AccountCall {
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();
  return {
    pending,
    fault,
    async run<Data>(
      name: AccountFunction,
      args: Record<string, string>,
      then?: (data: Data) => void | Promise<void>,
    ) {
      if (pending) return;
      setPending(true);
      setFault(undefined);
      try {
        const client: SupabaseClient = await loadClient();
        const { data, error } = await client.rpc(name, args);
        if (error) setFault(byCode[error.code] ?? 'That did not work. Please try again in a moment.');
        else await then?.(data as Data);
      } catch (error) {
        console.error(error);
        setFault('Something went wrong here. Please reload the page and try again.');
      } finally {
        setPending(false);
      }
    },
  };
}
