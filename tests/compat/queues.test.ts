import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder } from '../harness/database/folders.ts';
import { describeWithoutServer } from '../harness/database/servers.ts';
import { findTestPort } from '../harness/find-test-port.ts';
import { repository } from '../harness/read-tree.ts';
import { type RunningBackend, startBackend } from '../harness/start-backend.ts';

describeWithoutServer('queues, with the official client', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let backend: RunningBackend;
  let url: string;
  let keys: Record<string, string>;
  const queues = (key: string) =>
    createClient(url, keys[key] ?? '', { auth: { persistSession: false } }).schema('pgmq_public');
  const migration = (number: number, text: string) =>
    writeFile(join(folder, 'supabase/migrations', `${number}_change.sql`), text);

  beforeAll(async () => {
    ({ folder, remove } = await makeFolder());
    await mkdir(join(folder, 'supabase/migrations'), { recursive: true });
    await writeFile(
      join(folder, 'supabase/config.toml'),
      'project_id = "queues"\n[api]\nschemas = ["public", "pgmq_public"]\n',
    );
    await migration(1, 'create table public.things (id int);');
    const port = await findTestPort();
    url = `http://127.0.0.1:${port}`;
    const DATA_DIR = join(folder, 'data');
    const args = ['--supabase', join(folder, 'supabase')];
    backend = await startBackend(port, { DATA_DIR }, { args });
    const { PATH, HOME } = process.env;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(repository, 'backend/print-keys.ts'), ...args],
      { env: { PATH, HOME, DATA_DIR, PORT: String(port) } },
    );
    keys = Object.fromEntries(
      [...stdout.matchAll(/^(\w+)="(.*)"$/gm)].map(([, name, value]) => [name, value]),
    );
  });
  afterAll(async () => {
    await backend?.stop();
    await remove();
  });

  it('are offered as soon as the database has the extension', async () => {
    expect((await queues('SECRET_KEY').rpc('send', {})).error?.code).toBe('PGRST202');
    await migration(2, "create extension pgmq; select pgmq.create('jobs'); select pgmq.create('open');");
    await expect
      .poll(async () => (await queues('SECRET_KEY').rpc('pop', { queue_name: 'jobs' })).error, {
        timeout: 30_000,
      })
      .toBe(null);
  });

  it('the service role sends, reads, archives, deletes and pops', async () => {
    const service = queues('SECRET_KEY');
    const call = async (name: string, args: Record<string, unknown>) => {
      const { data, error } = await service.rpc(name, { queue_name: 'jobs', ...args });
      expect(error).toBe(null);
      return data;
    };
    expect(await call('send', { message: { n: 1 } })).toEqual([1]);
    expect(await call('send_batch', { messages: [{ n: 2 }, { n: [3] }, 'text'] })).toEqual([2, 3, 4]);
    expect(await call('send', { message: { n: 5 }, sleep_seconds: 3600 })).toEqual([5]);
    expect(await call('read', { sleep_seconds: 60, n: 2 })).toEqual([
      {
        msg_id: 1,
        read_ct: 1,
        enqueued_at: expect.any(String),
        vt: expect.any(String),
        message: { n: 1 },
        headers: null,
      },
      expect.objectContaining({ msg_id: 2, message: { n: 2 } }),
    ]);
    expect(await call('archive', { message_id: 1 })).toBe(true);
    expect(await call('archive', { message_id: 1 })).toBe(false);
    expect(await call('delete', { message_id: 2 })).toBe(true);
    expect(await call('pop', {})).toEqual([expect.objectContaining({ msg_id: 3, message: { n: [3] } })]);
    expect(await call('pop', {})).toEqual([expect.objectContaining({ message: 'text' })]);
    expect(await call('pop', {})).toEqual([]);
  });

  it('another role may use a queue that it was granted, as far as policies allow', async () => {
    const send = (message: object) => queues('PUBLISHABLE_KEY').rpc('send', { queue_name: 'open', message });
    expect((await send({ kind: 'note' })).error?.code).toBe('42501');
    await migration(
      3,
      `grant insert, select on pgmq.q_open to anon; alter table pgmq.q_open enable row level security;
      create policy reads on pgmq.q_open for select to anon using (true);
      create policy sends on pgmq.q_open for insert to anon with check (message ->> 'kind' = 'note');`,
    );
    await expect.poll(async () => (await send({ kind: 'note' })).data, { timeout: 30_000 }).toEqual([1]);
    expect((await send({ kind: 'order' })).error?.message).toContain('row-level security');
    const read = await queues('PUBLISHABLE_KEY').rpc('read', { queue_name: 'open', sleep_seconds: 1, n: 1 });
    expect(read.error?.code).toBe('42501');
  });

  it('queues cannot be created or dropped by clients', async () => {
    const service = createClient(url, keys.SECRET_KEY ?? '', { auth: { persistSession: false } });
    expect((await service.schema('pgmq').rpc('create', { queue_name: 'x' })).error?.code).toBe('PGRST106');
    expect((await service.schema('pgmq_public').rpc('drop_queue', { queue_name: 'x' })).error?.code).toBe(
      'PGRST202',
    );
  });
});
