/** What is done for an extension that the server does not have, and without which a migration can still be applied. */
export interface StandIn {
  name: string;
  /** The file in this folder with what is created instead. Without it, nothing is. */
  file?: string;
  /** The end of the sentence that is logged: what works, or what does not. */
  effect: string;
  /** Whether there is nothing to warn of. */
  isComplete?: boolean;
  /** Every hosted project has it, so migrations use it without creating it. */
  isPreinstalled?: boolean;
  /** Its file says "@version@": when the file has changed, it is applied again at the start. */
  hasVersion?: boolean;
}

const list: StandIn[] = [
  {
    name: 'supabase_vault',
    file: 'vault.sql',
    effect: 'secrets are encrypted with the key in vault.key, beside postgresql.conf',
    isComplete: true,
    isPreinstalled: true,
  },
  {
    name: 'pg_graphql',
    file: 'pg_graphql.sql',
    effect: 'its schemas are empty, and GraphQL queries are not answered',
    isPreinstalled: true,
  },
  {
    name: 'pg_cron',
    file: 'pg_cron.sql',
    effect: 'the jobs of cron.job are run by this program, as long as it runs',
    isComplete: true,
  },
  {
    name: 'pg_net',
    file: 'pg_net.sql',
    effect: 'processes of the site send the requests',
    isComplete: true,
    hasVersion: true,
  },
  {
    name: 'pgmq',
    file: 'pgmq.sql',
    effect: 'queues work, except partitioned ones',
    isComplete: true,
  },
  {
    name: 'pgjwt',
    file: 'pgjwt.sql',
    effect: 'sign, verify, url_encode and url_decode work',
    isComplete: true,
  },
  {
    name: 'pgsodium',
    file: 'pgsodium.sql',
    effect: 'its schema is empty, and calls of its functions fail; the vault works without it',
    isPreinstalled: true,
  },
  {
    name: 'http',
    file: 'http.sql',
    effect:
      'urlencode works, but no request is sent: http, http_get, http_post, http_put, http_patch, http_delete and http_head fail when they ' +
      'are called. Use net.http_get and net.http_post of pg_net, which do not wait for the answer',
  },
  { name: 'wrappers', effect: 'statements that create a foreign data wrapper with its handlers fail' },
  { name: 'hypopg', effect: 'its functions for hypothetical indexes do not exist' },
  { name: 'index_advisor', effect: 'the function index_advisor does not exist' },
  { name: 'pgaudit', file: 'pgaudit.sql', effect: 'no audit log is written' },
  { name: 'plpgsql_check', effect: 'its functions that check other functions do not exist' },
  { name: 'pg_repack', effect: 'the program pg_repack cannot be used' },
  { name: 'pg_stat_monitor', effect: 'its views do not exist' },
  { name: 'pg_tle', effect: 'packages of database.dev cannot be installed' },
  { name: 'supabase-dbdev', effect: 'packages of database.dev cannot be installed' },
];

/** By name. An extension that neither the server nor this list has is refused: its types, operators or indexes need compiled files. */
export const standIns: ReadonlyMap<string, StandIn> = new Map(list.map((standIn) => [standIn.name, standIn]));
