/** What the three processes have in common: the tables that the load writes to, the settings of the backend, and the keys. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const keys = {
  publicKey: 'sb_publishable_of_the_machines',
  secretKey: 'sb_secret_of_the_machines_0123456789',
  jwtSecret: 'a secret of the machines with at least 32 characters',
  pageViewSecret: 'a secret for views with at least 32 characters',
};

export const scheduleSeconds = 2;

/** `load_notes` are private to their owners, `load_news` is followed live, and `schedule_runs` has one row for each run of the schedule. */
const tables = `
create extension if not exists pg_cron;
create table public.load_notes (
  id uuid primary key, owner uuid not null default auth.uid(), text text not null, made_at timestamptz not null default now());
create index on public.load_notes (owner, made_at);
alter table public.load_notes enable row level security;
create policy own on public.load_notes to authenticated
  using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
create table public.load_news (id uuid primary key, text text not null);
alter publication supabase_realtime add table public.load_news;
create table public.schedule_runs (due timestamptz, run bigint);
alter table public.schedule_runs enable row level security;
select cron.schedule('count', '${scheduleSeconds} seconds', $$
  insert into public.schedule_runs (due, run)
  select c.due_at, c.runid from cron._claims c join cron.job j using (jobid) where j.jobname = 'count' $$);
insert into storage.buckets (id, name) values ('files', 'files');
`;

const configuration = (mailPort: number) => `
[auth.rate_limit]
sign_in_sign_ups = 100000000
token_refresh = 100000000
token_verifications = 100000000
email_sent = 100000000
[auth.email]
enable_signup = true
enable_confirmations = false
max_frequency = "1ms"
[auth.email.smtp]
enabled = true
host = "127.0.0.1"
port = ${mailPort}
user = ""
pass = ""
admin_email = "site@example.com"
sender_name = "The site"
`;

/** Writes config.toml with the site's own tables and those of the load. Returns its path. */
export async function writeSupabaseFolder(
  siteFolder: string,
  folder: string,
  mailPort: number,
): Promise<string> {
  const migrations = join(folder, 'supabase', 'migrations');
  await mkdir(migrations, { recursive: true });
  await cp(join(siteFolder, 'supabase', 'migrations'), migrations, { recursive: true });
  await writeFile(join(migrations, '20990101000000_create_load_tables.sql'), tables);
  const file = join(folder, 'supabase', 'config.toml');
  await writeFile(file, configuration(mailPort));
  return file;
}
