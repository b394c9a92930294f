/**
 * Errors in triggers of the site's owner. Such a trigger on auth.users runs within a sign-up, and its error is the owner's to mend: the
 * client learns which step failed, in the words of Supabase Auth, and the log names the trigger and the cause.
 */
import type { Sql } from '../../../database/database.ts';
import { ServerError } from '../../../database/errors.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { AuthDatabase } from '../service/service.ts';

/** An answer about a trigger of the owner; its cause names the trigger. */
export class TriggerError extends ServiceError {
  constructor(message: string, cause: unknown) {
    super('unexpected_failure', 500, message, { cause });
    this.name = 'TriggerError';
  }
}

/** The same database, whose transactions and batches fail with a TriggerError if a trigger of the owner has failed. */
export function explainTriggerErrors(database: AuthDatabase): AuthDatabase {
  const explain = async (error: unknown): Promise<never> => {
    throw (await toTriggerError(database.sql, error)) ?? error;
  };
  return {
    ...database,
    transaction: (work) => database.transaction(work).catch(explain),
    batch: (statements, options) => database.batch(statements, options).catch(explain),
  };
}

async function toTriggerError(sql: Sql, error: unknown): Promise<TriggerError | undefined> {
  if (!(error instanceof ServerError)) return undefined;
  // The last line is the outermost function: that of the trigger.
  const place = /PL\/pgSQL function (\S+\(\)) line (\d+)[^\n]*$/.exec(error.where ?? '');
  const [, name, line] = place ?? [];
  if (!name) return undefined;
  const [trigger] = await sql<{ trigger: string; table: string; function: string; message: string }[]>`
    select tgname as trigger, tgrelid::regclass::text as table, n.nspname || '.' || proname || '()' as function,
      case when tgtype & 4 > 0 then 'Database error saving new user' when tgtype & 8 > 0 then 'Database error deleting user'
        else 'Error updating user' end as message
    from pg_trigger join pg_proc p on p.oid = tgfoid join pg_namespace n on n.oid = pronamespace
    where tgfoid = to_regprocedure(${name}) and not tgisinternal and nspname not in ('auth', 'porchlight')
    order by tgrelid = 'auth.users'::regclass desc limit 1`;
  if (!trigger) return undefined;
  const text = `The trigger ${trigger.trigger} of ${trigger.table}, ${trigger.function} line ${line}: ${error.message}`;
  return new TriggerError(trigger.message, new Error(text, { cause: error }));
}
