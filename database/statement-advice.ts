import { sqlStateOf } from './errors.ts';

const missing =
  'An earlier file has to create it. If it was created outside the migrations, `supabase db pull` writes it into a file';
const existing = 'An earlier statement has created it: remove one of the two, or say "if not exists"';

/** What to do, by SQLSTATE, where the message alone does not say it. */
const advice: Record<string, string> = {
  '25001': 'As the only statement of a file it runs outside a transaction',
  '2D000': 'A file is one transaction: call the procedure after the start, or let it work without COMMIT',
  '55P04': 'Move this statement and those after it to a file of their own, which is applied after this one',
  '3F000': missing,
  '42P01': missing,
  '42703': missing,
  '42704': missing,
  '42883': missing,
  '42P07': existing,
  '42710': existing,
};

/** Schemas of extensions that a hosted project enables in its dashboard. */
const extensionOfSchema: Record<string, string> = { cron: 'pg_cron', net: 'pg_net', pgmq: 'pgmq' };

/** The remedy for a statement of the site that failed; undefined when the server's own message has to do. */
export function adviceFor(cause: unknown): string | undefined {
  const schema =
    cause instanceof Error ? /^schema "(\w+)" does not exist$/.exec(cause.message)?.[1] : undefined;
  const extension = extensionOfSchema[schema ?? ''];
  if (extension) return `Write "create extension ${extension}" into a file before this one`;
  return advice[sqlStateOf(cause) ?? ''];
}
