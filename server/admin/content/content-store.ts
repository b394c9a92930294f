/** Changes files of the content folder, one change of a file at a time, and keeps what they were before. */
import { isUtf8 } from 'node:buffer';
import { stat } from 'node:fs/promises';
import { toPageAddress } from '../../../markdown/files/page-address.ts';
import { MAX_FILE_BYTES, NOT_UTF8, tooLarge, withoutMark } from '../../../markdown/files/read-file-head.ts';
import { EditFault } from '../../../markdown/frontmatter/edit-fault.ts';
import { editFields } from '../../../markdown/frontmatter/edit-fields.ts';
import { parsePageMetadata } from '../../../markdown/frontmatter/parse-metadata.ts';
import { AdminError } from '../admin-error.ts';
import type { AdminCall } from '../admin-route.ts';
import { badFile, type ContentPath, requireNewName, resolveContentPath } from './content-path.ts';
import { createHistory, type History, type HistoryOptions, type RecordedChange } from './file-history.ts';
import { findTrashed, moveToTrash, tidyTrash } from './trash.ts';
import {
  createFile,
  hashOf,
  moveFile,
  readStored,
  removeFile,
  replaceFile,
  type StoredFile,
  toWriteError,
} from './write-file.ts';

export interface StoreOptions extends HistoryOptions {
  now?: () => number;
}

/** Who makes a change, and what writes it to the log before it is made. */
export type Change = Pick<AdminCall, 'owner' | 'note'>;

export interface ReadContentFile {
  path: ContentPath;
  text: string;
  hash: string;
  changed: Date;
}

export interface SavedContentFile extends ReadContentFile {
  warning?: string;
}

export interface ContentStore {
  history: History;
  resolve(file: string): Promise<ContentPath>;
  /** Undefined: there is no such file. */
  read(file: string): Promise<ReadContentFile | undefined>;
  /** `expected`: the hash of the file that is replaced; undefined for one that must not exist. */
  save(file: string, text: string, expected: string | undefined, change: Change): Promise<SavedContentFile>;
  /** Returns the place in the trash. */
  remove(file: string, expected: string, change: Change): Promise<{ trashed: string; warning?: string }>;
  restore(trashed: string, change: Change): Promise<SavedContentFile>;
  rename(move: { file: string; to: string; redirect: boolean }, change: Change): Promise<SavedContentFile>;
}

export function createContentStore(options: StoreOptions): ContentStore {
  const { contentFolder: base, now = Date.now } = options;
  const history = createHistory(options);
  const locked = createLocks(options.warn);
  const resolve = (file: string) => resolveContentPath(base, file);

  /** After a change: what the file is now. */
  async function describe(path: ContentPath, bytes: Buffer, warnings: (string | undefined)[]) {
    const { mtime } = await stat(path.absolute);
    const warning = warnings.filter(Boolean).join(' ');
    const saved = { path, text: bytes.toString('utf8'), hash: hashOf(bytes), changed: mtime };
    return { ...saved, ...(warning !== '' && { warning }) };
  }

  const record = (change: Omit<RecordedChange, 'now'>) => history.record({ ...change, now: now() });

  return {
    history,
    resolve,
    async read(file) {
      const path = await resolve(file);
      const stored = await readStored(path.absolute);
      if (!stored) return undefined;
      return { path, text: toText(stored), hash: stored.hash, changed: stored.stats.mtime };
    },
    async save(file, text, expected, { owner, note }) {
      const bytes = toBytes(text);
      const path = await resolve(file);
      return locked([path], async () => {
        const before = await readStored(path.absolute);
        requireExpected(before, expected);
        if (before) toText(before);
        if (before?.hash === hashOf(bytes)) return describe(path, bytes, []);
        if (!before) requireNewName(file);
        await note(before ? 'content.save' : 'content.create', file);
        const missed = before && (await history.keepBefore(path, before));
        if (!before && !(await createFile(path.absolute, bytes))) throw existsAlready(412);
        if (before)
          await replaceFile(path.absolute, bytes, before.stats, async () =>
            requireExpected(await readStored(path.absolute), expected),
          );
        const warning = await record({ path, owner, action: before ? 'Edit' : 'Create', text });
        return describe(path, bytes, [missed, warning]);
      });
    },
    async remove(file, expected, { owner, note }) {
      const path = await resolve(file);
      requireNoLink(path);
      return locked([path], async () => {
        requireExpected(await readStored(path.absolute), expected);
        await note('content.delete', file);
        requireExpected(await readStored(path.absolute), expected);
        const trashed = await moveToTrash(base, path, now());
        const warning = await record({ path, owner, action: 'Delete' });
        return { trashed, ...(warning !== undefined && { warning }) };
      });
    },
    async restore(trashed, { owner, note }) {
      const found = await findTrashed(base, trashed);
      const path = await resolve(found.file);
      return locked([path], async () => {
        const stored = await readStored(found.absolute);
        if (!stored) throw new AdminError(404, 'not-found', 'This file is not in the trash.');
        if (await readStored(path.absolute)) throw existsAlready(409);
        await note('content.restore', found.file);
        if (!(await moveFile(found.absolute, path.absolute))) throw existsAlready(409);
        await tidyTrash(base, found.absolute);
        const text = stored.bytes.toString('utf8');
        return describe(path, stored.bytes, [await record({ path, owner, action: 'Restore', text })]);
      });
    },
    async rename({ file, to, redirect }, { owner, note }) {
      const from = await resolve(file);
      const path = await resolve(to);
      requireNoLink(from);
      if (from.kind !== 'page' || path.kind !== 'page') throw badFile('cannot be renamed: only pages can');
      if (from.absolute === path.absolute) throw existsAlready(409);
      return locked([from, path], async () => {
        const before = await readStored(from.absolute);
        if (!before) throw notFound();
        if (await readStored(path.absolute)) throw existsAlready(409);
        requireNewName(to);
        const bytes = redirect ? toBytes(addRedirect(toText(before), file, to)) : before.bytes;
        await note('content.rename', file, { to });
        if (!(await moveTo(path.absolute, { from: from.absolute, before, bytes }))) throw existsAlready(409);
        const warning = await record({ path, from, owner, action: 'Rename', text: bytes.toString('utf8') });
        return describe(path, bytes, [warning]);
      });
    },
  };
}

interface Move {
  from: string;
  before: StoredFile;
  bytes: Buffer;
}

/** A text that stays the same keeps its file, with the time of its last change. */
async function moveTo(absolute: string, { from, before, bytes }: Move): Promise<boolean> {
  if (bytes.equals(before.bytes)) return moveFile(from, absolute);
  if (!(await createFile(absolute, bytes, before.stats))) return false;
  try {
    requireExpected(await readStored(from), before.hash);
  } catch (error) {
    await removeFile(absolute);
    throw error;
  }
  await removeFile(from);
  return true;
}

/** The page's text with its earlier address in `redirectFrom`; unchanged if the new file has the same address. */
function addRedirect(text: string, file: string, to: string): string {
  const address = toPageAddress(file);
  const next = toPageAddress(to);
  if (address === undefined || address === next) return text;
  const { redirectFrom } = parsePageMetadata(withoutMark(text), '').metadata;
  const addresses = [...redirectFrom.filter((other) => other !== address && other !== next), address];
  try {
    return editFields(text, { redirectFrom: addresses });
  } catch (error) {
    if (!(error instanceof EditFault)) throw error;
    throw new AdminError(409, 'not-editable', `The redirect cannot be added: ${error.message}.`);
  }
}

function toBytes(text: string): Buffer {
  if (!text.isWellFormed()) throw new AdminError(400, 'bad-request', 'text: has half of a character in it');
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length > MAX_FILE_BYTES)
    throw new AdminError(413, 'too-large', `This file ${tooLarge(bytes.length)}.`);
  return bytes;
}

function toText({ bytes }: StoredFile): string {
  // Read as text and written again, it would lose what is not UTF-8.
  if (!isUtf8(bytes)) throw new AdminError(422, 'not-utf8', `This file ${NOT_UTF8}.`);
  return bytes.toString('utf8');
}

function requireExpected(stored: StoredFile | undefined, expected: string | undefined): void {
  if (expected === undefined && stored) throw existsAlready(412);
  if (expected === undefined || stored?.hash === expected) return;
  const current = stored ? { text: toText(stored), hash: stored.hash } : null;
  const message = stored
    ? 'This file was changed meanwhile.'
    : 'This file is gone: it was deleted or renamed.';
  throw new AdminError(412, 'changed', message, { current });
}

function requireNoLink({ isLink, real }: ContentPath): void {
  if (isLink) throw new AdminError(409, 'is-link', `This is a link to ${real}: rename or delete that file.`);
}

function existsAlready(status: 409 | 412): AdminError {
  return new AdminError(status, 'exists', 'There is a file of this name already.');
}

export function notFound(): AdminError {
  return new AdminError(404, 'not-found', 'There is no such file.');
}

/** One change of a file at a time. Several files are locked in the order of their names, so that no two changes wait for each other. */
function createLocks(warn: HistoryOptions['warn']) {
  const queues = new Map<string, Promise<unknown>>();

  function lock<Result>(key: string, action: () => Promise<Result>): Promise<Result> {
    const done = (queues.get(key) ?? Promise.resolve()).then(action);
    const settled = done.catch(() => {});
    queues.set(key, settled);
    void settled.then(() => {
      if (queues.get(key) === settled) queues.delete(key);
    });
    return done;
  }

  return async function locked<Result>(paths: ContentPath[], action: () => Promise<Result>): Promise<Result> {
    const keys = paths.map(({ absolute }) => absolute).sort();
    const run = keys.reduceRight<() => Promise<Result>>((next, key) => () => lock(key, next), action);
    try {
      return await run();
    } catch (error) {
      const refusal = toWriteError(error, paths.at(-1)?.absolute ?? '');
      if (refusal instanceof AdminError && refusal !== error) warn?.(refusal.message, error);
      throw refusal;
    }
  };
}
