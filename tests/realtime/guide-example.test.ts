/** The example of the guide's page about live data works as it is written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../harness/read-tree.ts';
import { startRealtime } from '../harness/realtime/test-realtime.ts';

const page = readFileSync(join(repository, 'content/posts/1.guide/18.live-data.md'), 'utf8');
const blocks = [...page.matchAll(/```sql.*\n([\s\S]*?)```/g)].map(([, sql = '']) => sql);
const [send = ''] = /select realtime\.send\([^`]*/.exec(page) ?? [];

const realtime = startRealtime(blocks.join('\n'));

test('a visitor writes, and every visitor hears it', async () => {
  expect(blocks).toHaveLength(2);
  const { client } = realtime();
  const heard: string[] = [];
  const channel = client()
    .channel('guest-book')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'guest_book' }, ({ new: entry }) => {
      heard.push(entry.text);
    });
  await new Promise<void>((done) => {
    channel.on('system', {}, ({ status }: { status: string }) => status === 'ok' && done()).subscribe();
  });
  expect((await client().from('guest_book').insert({ text: 'Good evening!' })).error).toBeNull();
  await expect.poll(() => heard).toEqual(['Good evening!']);
});

test('a message is sent by SQL', async () => {
  const socket = await realtime().connect();
  await socket.join('kitchen', { broadcast: { replication_ready: true } });
  await socket.take('system');
  await realtime().database.sql.script(send);
  expect((await socket.take('broadcast')).payload).toMatchObject({
    event: 'called',
    payload: { text: 'Dinner!' },
  });
});
