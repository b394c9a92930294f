import { expect, test, vi } from 'vitest';
import { startFunctions } from '../../tests/harness/functions/test-functions.ts';

const createClients = `
  import { createClient } from 'jsr:@supabase/supabase-js@2';
  const url = Deno.env.get('SUPABASE_URL');
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const admin = createClient(url, Deno.env.get('SUPABASE_SERVICE_ROLE_KEY'), options);
  const asCaller = (request) => createClient(url, Deno.env.get('SUPABASE_ANON_KEY'), {
    ...options, global: { headers: { Authorization: request.headers.get('Authorization') } } });`;

const functions = startFunctions({
  files: {
    'services/index.ts': `${createClients}
      Deno.serve(async (request) => {
        const token = request.headers.get('Authorization').replace('Bearer ', '');
        const { data: { user } } = await asCaller(request).auth.getUser(token);
        const own = await asCaller(request).from('function_notes').select('text');
        const all = await admin.from('function_notes').select('text').order('text');
        const other = await admin.functions.invoke('other', { body: { from: 'services' } });
        return Response.json({ email: user?.email, own: own.data, all: all.data, other: other.data, error: other.error?.message });
      });`,
    'other/index.ts': `Deno.serve(async (request) => Response.json({ got: await request.json() }));`,
    'live/index.ts': `${createClients}
      Deno.serve(() => new Promise((resolve) => {
        const channel = admin.channel('room', { config: { broadcast: { self: true } } });
        channel.on('broadcast', { event: 'hello' }, ({ payload }) => { channel.unsubscribe(); resolve(Response.json(payload)); });
        channel.subscribe((status) => { if (status === 'SUBSCRIBED') channel.send({ type: 'broadcast', event: 'hello', payload: { live: true } }); });
      }));`,
  },
});

test('a function calls auth, data and other functions of its site, as the caller and with the service key', async () => {
  const { database, client } = functions();
  await database.sql.script(`
    create table public.function_notes (text text, owner uuid default auth.uid());
    alter table public.function_notes enable row level security;
    create policy own on public.function_notes to authenticated using (owner = auth.uid()) with check (true);
    grant select, insert on public.function_notes to authenticated, service_role;
    notify pgrst, 'reload schema';`);
  const user = client();
  await user.auth.signUp({ email: 'ann@example.com', password: 'a long password' });
  await vi.waitFor(async () => {
    const { error } = await user.from('function_notes').insert({ text: 'of Ann' });
    expect(error).toBeNull();
  }, 40_000);
  await database.sql.script(`insert into public.function_notes values ('of another', gen_random_uuid())`);
  const { data, error } = await user.functions.invoke('services');
  expect(error, functions().logged()).toBeNull();
  expect(data).toEqual({
    email: 'ann@example.com',
    own: [{ text: 'of Ann' }],
    all: [{ text: 'of Ann' }, { text: 'of another' }],
    other: { got: { from: 'services' } },
  });
});

test('a function joins a channel of its site', async () => {
  const { data, error } = await functions().client().functions.invoke('live');
  expect(error, functions().logged()).toBeNull();
  expect(data).toEqual({ live: true });
});
