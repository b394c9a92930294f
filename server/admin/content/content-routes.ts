/** Reading and writing the content folder: its list, its files, and their drafts and history. */
import { z } from 'zod';
import type {
  ContentEntry,
  ContentList,
  FilePresence,
  OpenedFile,
  SavedDraft,
  SavedFile,
} from '../../../app/admin/write/content-data.ts';
import { MAX_FILE_BYTES } from '../../../markdown/files/read-file-head.ts';
import type { Content } from '../../../markdown/open-content.ts';
import { AdminError } from '../admin-error.ts';
import type { AdminCall, AdminRoute } from '../admin-route.ts';
import { badRequest } from '../serve-admin.ts';
import { collectFaults, describeFile, listEntries, mergeFaults } from './content-entries.ts';
import { requireNewName } from './content-path.ts';
import {
  type ContentStore,
  createContentStore,
  notFound,
  type ReadContentFile,
  type SavedContentFile,
  type StoreOptions,
} from './content-store.ts';
import { createDrafts, type Drafts } from './drafts.ts';

export interface ContentRoutesOptions extends StoreOptions {
  content: Content;
}

interface ContentParts {
  content: Content;
  contentFolder: string;
  store: ContentStore;
  drafts: Drafts;
  now: () => number;
}

/** JSON writes a control character as six. */
const maxBytes = 6 * MAX_FILE_BYTES + 1024;

export function createContentRoutes(options: ContentRoutesOptions): AdminRoute[] {
  const { content, contentFolder, dataFolder, now = Date.now } = options;
  const store = createContentStore(options);
  const parts = { content, contentFolder, store, drafts: createDrafts(dataFolder, now), now };
  const route = (
    method: AdminRoute['method'],
    path: AdminRoute['path'],
    answer: (call: AdminCall, parts: ContentParts) => Promise<object>,
  ): AdminRoute => ({ method, path, answer: async (call) => Response.json(await answer(call, parts)) });
  return [
    route('GET', '/content/files', listFiles),
    route('GET', '/content/file', openFile),
    { ...route('PUT', '/content/file', saveFile), maxBytes },
    route('DELETE', '/content/file', deleteFile),
    { ...route('PUT', '/content/draft', saveDraft), maxBytes },
    route('DELETE', '/content/draft', deleteDraft),
    route('POST', '/content/rename', renameFile),
    route('POST', '/content/restore', restoreFile),
    route('GET', '/content/presence', readPresence),
    route('GET', '/content/history', listHistory),
    route('GET', '/content/version', readVersion),
  ];
}

async function listFiles({ owner }: AdminCall, parts: ContentParts): Promise<ContentList> {
  const { content, contentFolder, drafts, now } = parts;
  const entries = await listEntries(content, contentFolder, now());
  const mine = await drafts.list(owner);
  const files = entries.map((entry) => withDraft(entry, mine.get(entry.file)));
  for (const { file } of entries) mine.delete(file);
  const newDrafts = [...mine].map(([file, savedAt]) => ({ file, savedAt }));
  return { files, canEdit: true, newDrafts };
}

async function openFile({ query, owner }: AdminCall, parts: ContentParts): Promise<OpenedFile> {
  const { content, store, drafts } = parts;
  const file = requireFile(query);
  const read = await store.read(file);
  const draft = await drafts.read(file, owner);
  if (!read) throw new AdminError(404, 'not-found', 'There is no such file.', draft && { draft });
  const entry = withDraft(toEntry(read, parts), draft?.savedAt);
  const faults = mergeFaults(entry.faults, collectFaults(content)(file));
  const { text, hash } = read;
  const others = await drafts.others(file, owner);
  return { entry: { ...entry, faults }, text, hash, ...(draft && { draft }), others };
}

/** Each open editor asks it every few seconds: no text is sent, and nothing is noted. */
async function readPresence(
  { query, owner }: AdminCall,
  { store, drafts }: ContentParts,
): Promise<FilePresence> {
  const file = requireFile(query);
  const read = await store.read(file);
  return { hash: read?.hash ?? '', others: await drafts.others(file, owner) };
}

const savedShape = z.object({ text: z.string() });

async function saveFile(call: AdminCall, parts: ContentParts): Promise<SavedFile> {
  const { query, request, owner } = call;
  const file = requireFile(query);
  const isNew = request.headers.get('if-none-match')?.trim() === '*';
  const expected = isNew ? undefined : requireHash(request);
  const { text } = await call.readJson(savedShape);
  const saved = await parts.store.save(file, text, expected, call);
  await parts.drafts.remove(file, owner);
  return toSaved(saved, parts);
}

async function deleteFile(call: AdminCall, { store, drafts }: ContentParts): Promise<object> {
  const file = requireFile(call.query);
  const removed = await store.remove(file, requireHash(call.request), call);
  await drafts.remove(file, call.owner);
  return removed;
}

const draftShape = z.object({ text: z.string().max(MAX_FILE_BYTES), baseHash: z.string().max(64) });

async function saveDraft(call: AdminCall, { store, drafts }: ContentParts): Promise<SavedDraft> {
  const { query, owner } = call;
  const file = requireFile(query);
  const { text, baseHash } = await call.readJson(draftShape);
  const current = await store.read(file);
  if (!current) requireNewName(file);
  const base = current?.hash === baseHash ? { base: current.text } : {};
  const savedAt = await drafts.write(file, owner, { text, baseHash, ...base });
  return { savedAt, others: await drafts.others(file, owner) };
}

async function deleteDraft({ query, owner }: AdminCall, { drafts }: ContentParts): Promise<object> {
  await drafts.remove(requireFile(query), owner);
  return {};
}

const renameShape = z.object({ file: z.string(), to: z.string(), redirect: z.boolean() });

async function renameFile(call: AdminCall, parts: ContentParts): Promise<SavedFile> {
  const move = await call.readJson(renameShape);
  const saved = await parts.store.rename(move, call);
  await parts.drafts.move(move.file, move.to);
  return toSaved(saved, parts);
}

const restoreShape = z.object({ trashed: z.string().max(2000) });

async function restoreFile(call: AdminCall, parts: ContentParts): Promise<SavedFile> {
  const { trashed } = await call.readJson(restoreShape);
  return toSaved(await parts.store.restore(trashed, call), parts);
}

async function listHistory({ query }: AdminCall, { store }: ContentParts): Promise<object> {
  return store.history.list(await store.resolve(requireFile(query)));
}

async function readVersion({ query }: AdminCall, { store }: ContentParts): Promise<object> {
  const path = await store.resolve(requireFile(query));
  const text = await store.history.read(path, query.get('id') ?? '');
  if (text === undefined) throw notFound();
  return { text };
}

function requireFile(query: URLSearchParams): string {
  const file = query.get('file');
  if (file === null) throw badRequest('file: say which file is meant');
  return file;
}

function requireHash({ headers }: Request): string {
  const header = headers.get('if-match');
  if (header === null)
    throw new AdminError(428, 'precondition-required', 'If-Match must say which version is replaced.');
  const hash = /^(?:W\/)?"([0-9a-f]{32})"$/.exec(header.trim())?.[1];
  if (hash === undefined) throw badRequest('If-Match: must be the hash of a version, in quotes');
  return hash;
}

function toSaved(saved: SavedContentFile, parts: ContentParts): SavedFile {
  const { hash, warning } = saved;
  return { hash, entry: toEntry(saved, parts), ...(warning !== undefined && { warning }) };
}

function toEntry({ path, text, changed }: ReadContentFile, { now }: ContentParts): ContentEntry {
  return describeFile(path, text, changed, now());
}

function withDraft(entry: ContentEntry, draftSavedAt: string | undefined): ContentEntry {
  return draftSavedAt === undefined ? entry : { ...entry, draftSavedAt };
}
