import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createS3Client } from '../../backend/storage/files/s3-client.ts';
import type { BackupWatch } from '../../database/backup/progress.ts';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { startS3 } from '../../tests/harness/start-s3.ts';
import { fetchArchive, sendArchive } from './s3-archive.ts';

test('an archive arrives whole over a connection that breaks off, and not over one that brings nothing', async () => {
  const { folder, remove } = await makeFolder();
  const store = await startS3();
  const client = createS3Client(store.settings, fetch);
  await mkdir(join(folder, 'from'));
  await mkdir(join(folder, 'to'));
  const picture = randomBytes(1_000_000);
  await writeFile(join(folder, 'from', 'picture'), picture);
  const archive = await sendArchive(client, 'archive', join(folder, 'from'), {});

  /** A client whose answers break off after so many bytes. */
  const breaking = (bytes: number) => ({
    ...client,
    async get(key: string, range?: string) {
      const answer = await client.get(key, range);
      const body = new Uint8Array((await answer?.arrayBuffer()) ?? new ArrayBuffer(0));
      let hasBegun = false;
      const stream = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (!hasBegun) controller.enqueue(body.subarray(0, bytes));
          else if (body.length > bytes) controller.error(new Error('The connection was lost.'));
          else controller.close();
          hasBegun = true;
        },
      });
      return new Response(stream);
    },
  });
  await fetchArchive(breaking(300_000), 'archive', { archive, folder: join(folder, 'to') });
  expect((await readFile(join(folder, 'to', 'picture'))).equals(picture)).toBe(true);
  const lost = fetchArchive(breaking(0), 'archive', { archive, folder: join(folder, 'to') });
  await expect(lost).rejects.toThrow('The connection was lost.');
  await store.close();
  await remove();
});

test('what is stopped is asked for no more, even while nothing arrives', async () => {
  const { folder, remove } = await makeFolder();
  const store = await startS3();
  const client = createS3Client(store.settings, fetch);
  await mkdir(join(folder, 'from'));
  await writeFile(join(folder, 'from', 'picture'), randomBytes(1_000_000));
  const archive = await sendArchive(client, 'archive', join(folder, 'from'), {});
  const bytes = store.objects.get('archive') ?? Buffer.alloc(0);

  /** Brings pieces of it, as many as asked for, and then nothing. */
  const fetchPieces = async (pieces: number, options: BackupWatch) => {
    let asked = 0;
    const stalling = {
      ...client,
      async get(_key: string, range = '') {
        asked += 1;
        let from = Number(/\d+/.exec(range)?.[0]);
        return new Response(
          new ReadableStream<Uint8Array>({
            pull(controller) {
              if (from >= pieces * 10_000) return new Promise(() => {});
              controller.enqueue(bytes.subarray(from, from + 10_000));
              from += 10_000;
            },
          }),
        );
      },
    };
    const to = join(folder, `to-${pieces}`);
    await mkdir(to);
    const fault = await fetchArchive(stalling, 'archive', { archive, folder: to, ...options }).catch(
      (error: unknown) => error,
    );
    return { asked, fault };
  };
  const stopped = new Error('Stopped.');
  const atOnce = new AbortController();
  const onProgress = () => atOnce.abort(stopped);
  expect(await fetchPieces(1000, { signal: atOnce.signal, onProgress })).toEqual({
    asked: 1,
    fault: stopped,
  });
  const later = new AbortController();
  setTimeout(() => later.abort(stopped), 100);
  expect(await fetchPieces(2, { signal: later.signal })).toEqual({ asked: 1, fault: stopped });
  await store.close();
  await remove();
});
