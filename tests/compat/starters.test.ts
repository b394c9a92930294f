/** Projects in the shape of five well-known starters: their migrations are applied as they are, and their apps' calls succeed. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect, it } from 'vitest';
import { ownMigrations } from '../../database/migration-files.ts';
import { makeFolder } from '../harness/database/folders.ts';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { useBackend } from './compat-backend.ts';
import { accounts, chat, slack, subscriptions, todos } from './starter-projects.ts';
import { password, settings, signedUp } from './test-users.ts';

function describeStarter(
  name: string,
  project: { sql: string; auth?: string },
  suite: (backend: ReturnType<typeof useBackend>) => void,
): void {
  describeOnEveryServer(`a starter: ${name}`, (server) => {
    beforeAll(async () => {
      const { folder, remove } = await makeFolder();
      await writeFile(join(folder, '20260101120000_init.sql'), project.sql);
      const database = await server().reopen([ownMigrations, { kind: 'site', folder }]);
      await database.close();
      await remove();
    });
    suite(
      useBackend(() => server().database, { toml: settings({ confirm: false, more: project.auth ?? '' }) }),
    );
  });
}

const asService = ({ url, serviceKey }: { url: string; serviceKey: string }) =>
  createClient(url, serviceKey, { auth: { persistSession: false, autoRefreshToken: false } });

async function idOf(client: SupabaseClient): Promise<string> {
  const { data } = await client.auth.getUser();
  return data.user?.id ?? '';
}

describeStarter('subscriptions', { sql: subscriptions }, (backend) => {
  it('shows prices to everyone, and to users only their own subscription', async () => {
    const service = asService(backend());
    await service.from('products').upsert({ id: 'prod', active: true, name: 'Club' });
    await service
      .from('prices')
      .upsert({ id: 'price', product_id: 'prod', unit_amount: 900, currency: 'eur', interval: 'month' });
    const client = backend().client();
    const fields = {
      email: `${crypto.randomUUID()}@example.com`,
      password,
      options: { data: { full_name: 'Ada' } },
    };
    expect((await client.auth.signUp(fields)).error).toBeNull();
    const id = await idOf(client);
    expect((await client.from('users').select('id, full_name').single()).data).toEqual({
      id,
      full_name: 'Ada',
    });
    await service.from('subscriptions').insert({ id: 'sub', user_id: id, price_id: 'price' });

    const query = (of: SupabaseClient) =>
      of.from('subscriptions').select('id, prices(unit_amount, products(name))');
    const own = [{ id: 'sub', prices: { unit_amount: 900, products: { name: 'Club' } } }];
    expect((await query(client)).data).toEqual(own);
    expect((await query((await signedUp(backend())).client)).data).toEqual([]);
    expect((await backend().client().from('products').select('name, prices(id)')).data).toEqual([
      { name: 'Club', prices: [{ id: 'price' }] },
    ]);
    expect((await client.from('products').insert({ id: 'mine' })).error?.code).toBe('42501');
  });
});

describeStarter('subscriptions whose users an admin creates', { sql: subscriptions }, (backend) => {
  it('has the metadata when the trigger makes the profile', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { data } = await backend()
      .admin()
      .createUser({ email, password, user_metadata: { full_name: 'Grace' } });
    const invited = await backend()
      .admin()
      .inviteUserByEmail(`i${email}`, { data: { full_name: 'Joan' } });
    const { data: found } = await asService(backend())
      .from('users')
      .select('id, full_name')
      .order('full_name');
    expect(found).toEqual([
      { id: data.user?.id, full_name: 'Grace' },
      { id: invited.data.user?.id, full_name: 'Joan' },
    ]);
  });
});

describeStarter('accounts with members', { sql: accounts }, (backend) => {
  it('lets users make an account by a function, and shows it to its members only', async () => {
    const { client } = await signedUp(backend());
    const made = await client.rpc('create_account', { name: 'Acme', slug: 'acme' });
    expect(made.data).toEqual({ account_id: expect.any(String), role: 'owner' });
    expect((await client.rpc('get_accounts')).data).toEqual([{ name: 'Acme', role: 'owner' }]);
    const other = await signedUp(backend());
    expect((await other.client.rpc('get_accounts')).data).toEqual([]);
    expect((await other.client.rpc('create_account', { name: 'B', slug: 'acme' })).error?.message).toBe(
      'An account with that unique ID already exists',
    );
    expect((await backend().client().rpc('get_accounts')).error?.code).toBe('42501');
  });
});

const hook =
  '[auth.hook.custom_access_token]\nenabled = true\nuri = "pg-functions://postgres/public/custom_access_token_hook"';
describeStarter('channels and messages', { sql: slack, auth: hook }, (backend) => {
  it('lets the role in the token decide who deletes', async () => {
    const { client } = await signedUp(backend());
    const id = await idOf(client);
    const { data: channel } = await client
      .from('channels')
      .insert({ slug: 'general', created_by: id })
      .select()
      .single();
    await client.from('messages').insert({ message: 'Hello', channel_id: channel.id, user_id: id });
    const query = client.from('messages').select('message, author:user_id(username), channels(slug)');
    expect((await query).data).toMatchObject([{ message: 'Hello', channels: { slug: 'general' } }]);
    expect((await backend().client().from('messages').select()).data).toEqual([]);
    expect((await client.from('channels').delete().eq('id', channel.id).select()).data).toEqual([]);

    const admin = backend().client();
    await admin.auth.signUp({ email: `${crypto.randomUUID()}+supaadmin@example.com`, password });
    const { data: claims } = await admin.auth.getClaims();
    expect(claims?.claims.user_role).toBe('admin');
    expect((await admin.from('channels').delete().eq('id', channel.id).select('slug')).data).toEqual([
      { slug: 'general' },
    ]);
  });
});

describeStarter('tasks with pictures', { sql: todos }, (backend) => {
  it('keeps the tasks and the pictures of each user apart', async () => {
    const { client } = await signedUp(backend());
    const path = `${await idOf(client)}/cat.png`;
    const files = client.storage.from('pictures');
    expect((await files.upload(path, new Blob(['png'], { type: 'image/png' }))).error).toBeNull();
    expect(
      (await client.from('todos').insert({ task: 'Feed the cat', picture: path }).select('task')).data,
    ).toEqual([{ task: 'Feed the cat' }]);
    const { data: signed } = await files.createSignedUrl(path, 60);
    expect(await (await fetch(signed?.signedUrl ?? '')).text()).toBe('png');

    const other = (await signedUp(backend())).client;
    expect((await other.from('todos').select()).data).toEqual([]);
    expect((await other.storage.from('pictures').download(path)).error).not.toBeNull();
    const intruded = await other.storage
      .from('pictures')
      .upload(path.replace('cat', 'dog'), new Blob(['x'], { type: 'image/png' }));
    expect(intruded.error?.message).toMatch(/row-level security/);
    expect((await files.remove([path])).data).toMatchObject([{ name: path }]);
  });
});

describeStarter('a chat', { sql: chat }, (backend) => {
  it('shows the messages of a room to its members, and its triggers may broadcast', async () => {
    const { data: room } = await asService(backend()).from('rooms').select('id').single();
    const { client } = await signedUp(backend());
    const write = () =>
      client.from('room_messages').insert({ room_id: room?.id, content: 'Hello' }).select('content');
    expect((await write()).error?.code).toBe('42501');
    await client.from('room_members').insert({ room_id: room?.id });
    expect((await write()).data).toEqual([{ content: 'Hello' }]);
    expect((await client.from('rooms').select('topic, room_messages(content)')).data).toEqual([
      { topic: 'general', room_messages: [{ content: 'Hello' }] },
    ]);
    expect((await (await signedUp(backend())).client.from('room_messages').select()).data).toEqual([]);
  });

  it('tells members of new messages as they are written, and no one else', async () => {
    const { data: room } = await asService(backend()).from('rooms').select('id').single();
    const [member, stranger] = [await signedUp(backend()), await signedUp(backend())];
    await member.client.from('room_members').insert({ room_id: room?.id });
    const heard = [await followMessages(member.client), await followMessages(stranger.client)];
    await member.client.from('room_messages').insert({ room_id: room?.id, content: 'Anyone here?' });
    await expect.poll(() => heard[0]).toEqual(['Anyone here?']);
    expect(heard[1]).toEqual([]);
    for (const { client } of [member, stranger]) await client.removeAllChannels();
  });
});

/** The contents of new messages, as they arrive. */
async function followMessages(client: SupabaseClient): Promise<string[]> {
  const heard: string[] = [];
  const table = { event: 'INSERT', schema: 'public', table: 'room_messages' } as const;
  const channel = client.channel('messages').on('postgres_changes', table, ({ new: row }) => {
    heard.push(row.content);
  });
  await new Promise<void>((done) => {
    channel.on('system', {}, ({ status }: { status: string }) => status === 'ok' && done()).subscribe();
  });
  return heard;
}
