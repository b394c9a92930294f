import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/**
 * Texts by key, in one file on disk: ten thousand pages as files of their own take several times as long to write, and more space.
 * It is a cache: writes are not synced to disk, and a damaged file is replaced by a new one.
 */
export interface SqliteCache {
  /** Undefined also when the file cannot be read. */
  find(key: string): string | undefined;
  /** All of them or none. Throws when the file cannot be written. */
  store(texts: ReadonlyMap<string, string>): void;
  remove(key: string): void;
  close(): void;
}

/** Another process may be writing, which takes a few milliseconds. */
const busyTimeoutMs = 50;

const settings = `
  pragma journal_mode = truncate;
  pragma synchronous = off;
  pragma cache_size = -500;
  create table if not exists texts (key text primary key, text text not null);
`;

interface OpenFile {
  database: DatabaseSync;
  /** The keys that this process knows of: most lookups are for keys that are not in the file. */
  keys: Set<string>;
  find: StatementSync;
  insert: StatementSync;
  remove: StatementSync;
}

/** Opens the file when it is first needed: a folder that cannot be written is no error before that. */
export function createSqliteCache(file: string): SqliteCache {
  let opened: OpenFile | undefined;

  function requireOpen(): OpenFile {
    opened ??= openFile(file);
    return opened;
  }

  /** Runs `use` on the file, and once more on a new file if this one is damaged. */
  function attempt<Result>(use: (open: OpenFile) => Result): Result {
    try {
      return use(requireOpen());
    } catch (error) {
      close();
      if (!isDamaged(error)) throw error;
      deleteFile(file);
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
    store(texts) {
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

function openFile(file: string): OpenFile {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Guarded pages are in it. SQLite would make it readable for all; its journal gets the mode of the file.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
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

function deleteFile(file: string): void {
  for (const suffix of ['', '-journal']) rmSync(file + suffix, { force: true });
}

/** SQLITE_CORRUPT (11) and SQLITE_NOTADB (26). */
function isDamaged(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return code === 11 || code === 26;
}
