/** The calls of the content API, one function for each. */
import { AdminFault, callAdmin } from '../call-admin.ts';
import type {
  ContentEntry,
  ContentList,
  FileHistory,
  FilePresence,
  FilePreview,
  OpenedFile,
  SavedDraft,
  SavedFile,
  StoredPicture,
} from './content-data.ts';

export async function readFiles(): Promise<ContentEntry[]> {
  return (await callAdmin<ContentList>('/content/files')).files;
}

export function openFile(file: string, signal?: AbortSignal): Promise<OpenedFile> {
  return callAdmin('/content/file', { query: { file }, ...(signal && { signal }) });
}

/** Null: it was deleted. */
export async function readCurrent(file: string): Promise<OpenedFile | null> {
  return openFile(file).catch((error: unknown) => {
    if (error instanceof AdminFault && error.status === 404) return null;
    throw error;
  });
}

/** The owner did not ask for it: it neither says that it failed nor asks who it is. */
export function readPresence(file: string, signal: AbortSignal): Promise<FilePresence> {
  return callAdmin('/content/presence', { query: { file }, signal, silent: true });
}

/** An empty hash: the file must not exist yet. */
export function saveFile(file: string, text: string, hash: string): Promise<SavedFile> {
  const headers: Record<string, string> =
    hash === '' ? { 'if-none-match': '*' } : { 'if-match': `"${hash}"` };
  return callAdmin('/content/file', { method: 'PUT', query: { file }, body: { text }, headers });
}

export function deleteFile(file: string, hash: string): Promise<{ trashed: string }> {
  return callAdmin('/content/file', {
    method: 'DELETE',
    query: { file },
    headers: { 'if-match': `"${hash}"` },
  });
}

export function restoreFile(trashed: string): Promise<SavedFile> {
  return callAdmin('/content/restore', { method: 'POST', body: { trashed } });
}

export function renameFile(file: string, to: string, redirect: boolean): Promise<SavedFile> {
  return callAdmin('/content/rename', { method: 'POST', body: { file, to, redirect } });
}

export function saveDraft(file: string, text: string, baseHash: string): Promise<SavedDraft> {
  const body = { text, baseHash };
  return callAdmin('/content/draft', { method: 'PUT', query: { file }, body, silent: true });
}

export function deleteDraft(file: string): Promise<object> {
  return callAdmin('/content/draft', { method: 'DELETE', query: { file } });
}

export function readHistory(file: string): Promise<FileHistory> {
  return callAdmin('/content/history', { query: { file } });
}

export async function readVersion(file: string, id: string): Promise<string> {
  return (await callAdmin<{ text: string }>('/content/version', { query: { file, id } })).text;
}

export function readPreview(file: string, text: string, signal: AbortSignal): Promise<FilePreview> {
  return callAdmin('/content/preview', { method: 'POST', body: { file, text }, signal, silent: true });
}

/** The text with other fields of the front matter; null removes one. */
export async function changeFields(text: string, changes: Record<string, unknown>): Promise<string> {
  const body = { text, changes };
  return (await callAdmin<{ text: string }>('/content/fields', { method: 'POST', body })).text;
}

export function uploadPicture(file: string, picture: File, alt: string): Promise<StoredPicture> {
  const query = { file, name: picture.name, alt: alt || undefined };
  return callAdmin('/content/picture', { method: 'POST', query, body: picture });
}
