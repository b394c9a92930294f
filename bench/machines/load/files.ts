import { createHash, randomBytes } from 'node:crypto';
import type { Ledger } from '../ledger.ts';
import { keys } from '../site-settings.ts';
import type { LoadAnswer, Send } from './requests.ts';

/** Of the acknowledged files, by name. */
export type FileHashes = Map<string, string>;

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function download(send: Send, name: string): Promise<LoadAnswer> {
  const path = `/storage/v1/object/authenticated/files/${name}`;
  return send({ kind: 'download', method: 'GET', path, token: keys.secretKey });
}

/** Uploads a file, and downloads one of those that were uploaded before. */
export function createFileClient(send: Send, ledger: Ledger, files: FileHashes): () => Promise<void> {
  return async () => {
    const name = crypto.randomUUID();
    const body = randomBytes(20_000);
    const uploaded = await send({
      kind: 'upload',
      method: 'POST',
      path: `/storage/v1/object/files/${name}`,
      token: keys.secretKey,
      body,
      headers: { 'content-type': 'application/octet-stream' },
    });
    if (uploaded.ok) {
      ledger.acknowledged['storage.objects'].set(name, uploaded.at);
      files.set(name, hashOf(body));
    }
    const names = [...files.keys()];
    const chosen = names[Math.floor(Math.random() * names.length)];
    if (chosen === undefined) return;
    const answer = await download(send, chosen);
    const isMissing = answer.status === 400 || answer.status === 404;
    if (isMissing || (answer.ok && hashOf(answer.body) !== files.get(chosen)))
      ledger.wrong.push(`file ${chosen}: ${answer.status}, ${answer.body.length} bytes`);
  };
}
