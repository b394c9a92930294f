/** What a project does with its functions beside calls of clients: auth hooks, webhooks and jobs. */
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Project, startProject } from '../harness/functions/start-project.ts';

const keys = {
  PUBLISHABLE_KEY: 'sb_publishable_a-key-of-this-test-1234567890',
  SECRET_KEY: 'sb_secret_a-key-of-this-test-1234567890',
};

/** Names that the containers of the Supabase command line have for the project. */
const gateway = 'http://kong:8000/functions/v1';
const secret = `v1,whsec_${Buffer.from('a secret of this test, long enough').toString('base64')}`;

const files = {
  'config.toml': `
    [auth.email]
    enable_confirmations = false
    [auth.hook.before_user_created]
    enabled = true
    uri = "http://host.docker.internal:54321/functions/v1/only-friends"
    secrets = "${secret}"
    [functions.only-friends]
    verify_jwt = false
    [functions.note]
    verify_jwt = false
  `,
  'migrations/20270101000000_notes.sql': `
    create extension pg_net;
    create extension pg_cron;
    create table public.notes (id bigint generated always as identity primary key, source text not null, body jsonb);
    create table public.orders (id int primary key);
    grant all on public.notes to service_role;
    create trigger on_order after insert on public.orders for each row execute function
      supabase_functions.http_request('${gateway}/note?source=webhook', 'POST', '{"Content-Type":"application/json"}', '{}', '5000');
    select cron.schedule('each second', '1 seconds',
      $$select net.http_post('${gateway}/note?source=job', '{"from":"cron"}')$$);
    insert into public.orders values (7);`,
  'functions/only-friends/index.ts': `
    import { Webhook } from 'npm:standardwebhooks@1.0.0';
    const webhook = new Webhook('${secret.replace('v1,whsec_', '')}');
    Deno.serve(async (request) => {
      const { user } = webhook.verify(await request.text(), Object.fromEntries(request.headers));
      if (user.email.endsWith('@friends.test')) return Response.json({});
      return Response.json({ error: { http_code: 403, message: 'Only friends.' } });
    });`,
  'functions/note/index.ts': `
    import { createClient } from 'npm:@supabase/supabase-js@2';
    const supabase = createClient(Deno.env.get('SUPABASE_URL'), Deno.env.get('SUPABASE_SERVICE_ROLE_KEY'));
    Deno.serve(async (request) => {
      const source = new URL(request.url).searchParams.get('source');
      const { error } = await supabase.from('notes').insert({ source, body: await request.json() });
      return Response.json({ error }, { status: error ? 500 : 200 });
    });`,
};

let project: Project;
beforeAll(async () => {
  project = await startProject(files, keys);
});
afterAll(async () => {
  await project.backend.stop();
  await project.remove();
});

const createOwnClient = (key: string) =>
  createClient(project.url, key, { auth: { persistSession: false, autoRefreshToken: false } });

test('an auth hook may be a function', async () => {
  const { auth } = createOwnClient(keys.PUBLISHABLE_KEY);
  const password = 'a long password';
  const friend = await auth.signUp({ email: 'ann@friends.test', password });
  expect(friend.error, project.backend.output()).toBeNull();
  const stranger = await auth.signUp({ email: 'ann@strangers.test', password });
  expect(stranger.error).toMatchObject({ status: 403, message: 'Only friends.' });
});

test('webhooks and jobs call functions', async () => {
  const admin = createOwnClient(keys.SECRET_KEY);
  const read = async (source: string) => {
    const { data } = await admin.from('notes').select('body').eq('source', source).order('id').limit(1);
    return data?.[0]?.body;
  };
  await expect
    .poll(() => read('webhook'))
    .toMatchObject({ type: 'INSERT', table: 'orders', record: { id: 7 } });
  await expect.poll(() => read('job')).toEqual({ from: 'cron' });
});
