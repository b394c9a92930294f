/** For tests: the data API with a small library of books, in its own database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { ApiConfig } from '../../../backend/config/api-config.ts';
import { parseConfig } from '../../../backend/config/read-config.ts';
import { createBackend } from '../../../backend/create-backend.ts';
import { createKeyRing, type KeyRing } from '../../../backend/identity/key-ring.ts';
import { readSecrets, type Secrets } from '../../../backend/identity/secrets.ts';
import type { Database } from '../../../database/database.ts';
import { ownMigrations } from '../../../database/migration-files.ts';
import { openDatabase } from '../../../database/open-database.ts';
import { openCopiedDatabase } from '../database/shared-server.ts';
import { createTokenOf } from '../user-tokens.ts';

/** The parsed body; tests access its members freely. */
type Json = ReturnType<typeof JSON.parse>;

export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  body: Json;
}

export interface RequestOptions {
  method?: string;
  /** A token, or nothing for a visitor. */
  as?: string | undefined;
  headers?: Record<string, string>;
  body?: unknown;
  /** A raw body. */
  text?: string;
  signal?: AbortSignal;
}

export interface TestRest {
  database: Database;
  secrets: Secrets;
  keyRing: KeyRing;
  issuer: string;
  /** All logged errors. */
  faults: unknown[];
  request(path: string, options?: RequestOptions): Promise<TestResponse>;
  /** The token of a signed-in user. */
  tokenOf(user: string, claims?: Record<string, unknown>): string;
}

const externalUrl = 'http://rest.test/auth/v1';

interface RestTestOptions {
  api?: Partial<ApiConfig>;
  /** config.toml. */
  toml?: string;
  /** For tests that change server-wide state, such as settings of roles. */
  ownServer?: boolean;
  /** The server of `DATABASE_URL`, once the tests begin, and a replica of it. */
  servers?: () => { databaseUrl: string; readUrl: string };
}

/** Opens a database with these tables before the tests of the file. */
export function startRest(schema: string, options: RestTestOptions = {}): () => TestRest {
  let opened: (TestRest & { close(): Promise<void> }) | undefined;
  beforeAll(async () => {
    opened = await open(schema, options);
  });
  afterAll(() => opened?.close());
  return () => {
    if (opened === undefined) throw new Error('The backend of this file did not start.');
    return opened;
  };
}

async function open(schema: string, { api = {}, toml = '', ownServer = false, servers }: RestTestOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-rest-'));
  const faults: unknown[] = [];
  const log = (entry: { level: string }) => {
    if (entry.level === 'error') faults.push(entry);
  };
  // A busy machine is slow, and these tests check responses, not times.
  const options = { log, answerWithinMs: 20_000 };
  const database =
    ownServer || servers
      ? await openDatabase({ dataFolder: folder, migrations: [ownMigrations], ...servers?.(), ...options })
      : await openCopiedDatabase(options);
  await database.sql.script(schema);
  const secrets = await readSecrets({ dataDirectory: folder });
  const config = parseConfig(toml);
  const backend = await createBackend({
    config: config.auth,
    api: { ...config.api, ...api },
    database,
    secrets,
    log,
    externalUrl,
  });
  const keyRing = createKeyRing({ jwtSecret: secrets.jwtSecret });

  async function request(
    path: string,
    { method, as, headers, body, text, signal }: RequestOptions = {},
  ): Promise<TestResponse> {
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await backend.fetch(
      new Request(`http://rest.test/rest/v1${path}`, {
        method: method ?? (content === undefined ? 'GET' : 'POST'),
        headers: {
          ...(as !== undefined && { authorization: `Bearer ${as}` }),
          ...(content !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(content !== undefined && { body: content }),
        ...(signal && { signal }),
      }),
    );
    const answered = await response.text();
    return { status: response.status, headers: response.headers, text: answered, body: tryJson(answered) };
  }

  return {
    database,
    secrets,
    keyRing,
    issuer: externalUrl,
    faults,
    request,
    tokenOf: createTokenOf(keyRing, externalUrl),
    async close() {
      await backend.close();
      await database.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function tryJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Authors have books, books have tags, a book may be the sequel of another. */
export const library = `
create type public.mood as enum ('dark', 'light');
create table public.authors (id int primary key, name text not null, born date, facts jsonb default '{}');
create table public.books (
  id int generated by default as identity primary key,
  title text not null,
  author_id int references public.authors,
  editor_id int constraint books_editor references public.authors,
  sequel_of int references public.books,
  pages int default 100,
  price numeric(8,2),
  mood public.mood,
  tags text[] default '{}',
  years int4range,
  words tsvector generated always as (to_tsvector('english', title)) stored
);
create table public.shelves (id int primary key, label text);
create table public.placements (book_id int references public.books, shelf_id int references public.shelves, since date, primary key (book_id, shelf_id));
create table public.blurbs (book_id int primary key references public.books, text text);
create table public."odd, table" (id int primary key, "a column" text, "Ünïcode" text, "quo""te" text);
create view public.long_books as select id, title as name, author_id from public.books where pages > 300;
create function public.initial(public.authors) returns text stable language sql as 'select left($1.name, 1)';
create function public.newest_books(public.authors) returns setof public.books stable language sql as
  'select * from public.books where author_id = $1.id order by id desc';
insert into public.authors values
  (1, 'Ursula', '1929-10-21', '{"born": {"city": "Berkeley"}, "prizes": ["Hugo", "Nebula"]}'),
  (2, 'Stanislaw', '1921-09-12', '{"born": {"city": "Lwow"}}'), (3, 'Nobody', null, null);
insert into public.books (id, title, author_id, editor_id, sequel_of, pages, price, mood, tags, years) values
  (1, 'A Wizard of Earthsea', 1, 2, null, 205, 9.5, 'light', '{magic,sea}', '[1968,1990)'),
  (2, 'The Tombs of Atuan', 1, null, 1, 180, 8, 'dark', '{magic,caves}', '[1971,1990)'),
  (3, 'Solaris', 2, 1, null, 214, null, 'dark', '{sea,space}', '[1961,2000)'),
  (4, 'The Dispossessed', 1, null, null, 387, 12, null, '{}', null);
insert into public.shelves values (1, 'Fantasy'), (2, 'Science fiction');
insert into public.placements values (1, 1, '2020-01-01'), (2, 1, '2021-01-01'), (3, 2, '2022-01-01'), (4, 2, null), (4, 1, null);
insert into public.blurbs values (1, 'A boy and a shadow');
insert into public."odd, table" values (1, 'one', 'ü', 'q');
select setval(pg_get_serial_sequence('public.books', 'id'), 4);
do $$
declare setting text;
begin
  -- Roles belong to the server, which has the databases of other tests.
  foreach setting in array array['plan_enabled = ''true''', 'aggregates_enabled = ''true''', 'tx_end = ''commit-allow-override''']
  loop
    execute format('alter role authenticator in database %I set pgrst.db_', current_database()) || setting;
  end loop;
end $$;
`;
