import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/**
 * Texts by key, in one file on disk: ten thousand pages as files of their own take several times as long to write, and more room.
 * It is a cache. Nothing waits until it is safe on disk, and a file that is damaged is begun anew.
 */
export interface KeptTexts {
  /** Undefined also when the file cannot be read. */
  find(key: string): string | undefined;
  /** All of them or none. Throws when the file cannot be written. */
  keep(texts: ReadonlyMap<string, string>): void;
  remove(key: string): void;
  close(): void;
}

/** Another process may be writing, which takes a few milliseconds. */
const waitMs = 50;

const settings = `
  pragma journal_mode = truncate;
  pragma synchronous = off;
  pragma cache_size = -500;
  create table if not exists texts (key text primary key, text text not null);
`;

interface OpenFile {
  database: DatabaseSync;
  /** What is in it, as far as this process knows: most questions are about texts that are not. */
  keys: Set<string>;
  find: StatementSync;
  insert: StatementSync;
  remove: StatementSync;
}

/** Opens the file when it is first needed: a place that cannot be written harms nobody before that. */
export function createKeptTexts(file: string): KeptTexts {
  let opened: OpenFile | undefined;

  function requireOpen(): OpenFile {
    opened ??= openOrBegin(file);
    return opened;
  }

  /** Does something with the file, and once more with a new one if it turns out to be damaged. */
  function attempt<Result>(use: (open: OpenFile) => Result): Result {
    try {
      return use(requireOpen());
    } catch (error) {
      close();
      if (!isDamaged(error)) throw error;
      remove(file);
      return use(requireOpen());
    }
  }

  function close(): void {
    opened?.database.close();
    opened = undefined;
  }

  return {
    find(key) {
      try {
        const text = attempt((open) => (open.keys.has(key) ? open.find.get(key)?.text : undefined));
        return typeof text === 'string' ? text : undefined;
      } catch {
        return undefined;
      }
    },
    keep(texts) {
      attempt(({ database, keys, insert }) => {
        database.exec('begin immediate');
        try {
          for (const [key, text] of texts) insert.run(key, text);
          database.exec('commit');
          for (const key of texts.keys()) keys.add(key);
        } catch (error) {
          if (database.isTransaction) database.exec('rollback');
          throw error;
        }
      });
    },
    remove(key) {
      attempt((open) => open.remove.run(key));
      opened?.keys.delete(key);
    },
    close,
  };
}

function openOrBegin(file: string): OpenFile {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Guarded pages are in it. SQLite would make it readable for all; its journal gets the mode of the file.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec(settings);
    const keys = database.prepare('select key from texts').all();
    return {
      database,
      keys: new Set(keys.map(({ key }) => String(key))),
      find: database.prepare('select text from texts where key = ?'),
      insert: database.prepare('insert or replace into texts values (?, ?)'),
      remove: database.prepare('delete from texts where key = ?'),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function remove(file: string): void {
  for (const suffix of ['', '-journal']) rmSync(file + suffix, { force: true });
}

/** SQLite's own numbers for a file whose inside is wrong (11), or that is no database at all (26). */
function isDamaged(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return code === 11 || code === 26;
}
