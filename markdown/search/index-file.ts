import { closeSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Grows when the same page gives other words or another table: the file of an earlier version is then deleted. */
const version = '3';

/** How much a word counts in the title, headings, tags, description and text. */
export const columnWeights = '40.0, 10.0, 10.0, 5.0, 1.0';

/** The writer of another process takes some milliseconds for a batch. */
const busyTimeoutMs = 2000;

/**
 * `pages` has one row for each page: which version of its file was read, its headings and its text, from which results are shown. `page_words` is the index over them and keeps no text. `changed` grows with each write, so that a reader finds what is new.
 * `related` has what each page is about, and the addresses of other pages about that, of hidden ones too; `due` says whether they have to be found again.
 * `vocabulary` has every word that was ever indexed, of hidden pages too: a word from it is shown only after a visible page was found that has it.
 */
const schema = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table if not exists pages (
    id integer primary key autoincrement,
    address text not null unique,
    version text not null,
    hash text not null,
    changed integer not null,
    headings text not null,
    text text not null
  );
  create index if not exists pages_by_change on pages (changed, address, version);
  create table if not exists counter (id integer primary key check (id = 1), value integer not null);
  insert or ignore into counter values (1, 0);
  create table if not exists vocabulary (id integer primary key, word text not null unique);
  create table if not exists related (
    id integer primary key,
    subject text not null,
    pages text not null default '[]',
    due integer not null
  );
  create index if not exists related_due on related (due) where due > 0;
  create virtual table if not exists page_words using fts5(
    title, headings, tags, description, text,
    content='', contentless_delete=1, prefix='1 2 3 4',
    tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
  );
`;

/** Removes the files of earlier versions, and returns where the index of this one is. */
export function prepareIndexFile(folder: string): string {
  const name = `search-${version}.sqlite`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const other of readdirSync(folder))
    if (/^search-\d/.test(other) && !other.startsWith(name)) rmSync(join(folder, other), { force: true });
  return join(folder, name);
}

export function openIndexFile(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Drafts and guarded pages are in it. SQLite would make it readable for all.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    database.exec(schema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export function deleteIndexFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** SQLITE_CORRUPT (11) and SQLITE_NOTADB (26), with what SQLite adds to them in the upper bits; and a table that is missing (1). */
export function isDamaged(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
  return code === 11 || code === 26 || (code === 1 && /no such table|vtable/.test(String(error)));
}
