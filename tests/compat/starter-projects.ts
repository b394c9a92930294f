/** For tests: the SQL of small projects in the shape of well-known Supabase starters, with what their migrations typically contain. */

/** Subscriptions: a profile for each new user, products that everyone reads, subscriptions that only the payment service writes. */
export const subscriptions = `
create table users (
  id uuid references auth.users not null primary key,
  full_name text,
  billing_address jsonb
);
alter table users enable row level security;
create policy "Users see themselves" on users for select using ((select auth.uid()) = id);
create policy "Users change themselves" on users for update using ((select auth.uid()) = id);
create function public.handle_new_user() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.users (id, full_name) values (new.id, new.raw_user_meta_data ->> 'full_name');
  return new;
end;
$$;
create trigger on_auth_user_created after insert on auth.users for each row execute procedure public.handle_new_user();
create table products (id text primary key, active boolean, name text);
alter table products enable row level security;
create policy "Everyone sees products" on products for select using (true);
create type pricing_interval as enum ('month', 'year');
create table prices (
  id text primary key,
  product_id text references products,
  unit_amount bigint,
  currency text check (char_length(currency) = 3),
  interval pricing_interval
);
alter table prices enable row level security;
create policy "Everyone sees prices" on prices for select using (true);
create table subscriptions (
  id text primary key,
  user_id uuid references auth.users not null,
  price_id text references prices,
  created timestamp with time zone default timezone('utc'::text, now()) not null
);
alter table subscriptions enable row level security;
create policy "Users see their subscriptions" on subscriptions for select using (auth.uid() = user_id);
drop publication if exists supabase_realtime;
create publication supabase_realtime for table products, prices;
`;

/** Accounts with members, in a schema of their own that is exposed through functions of the public one. */
export const accounts = `
create schema if not exists basement;
grant usage on schema basement to authenticated, service_role;
alter default privileges revoke execute on functions from public;
alter default privileges in schema basement revoke execute on functions from anon, authenticated;
create type basement.account_role as enum ('owner', 'member');
create table basement.accounts (
  id uuid primary key default extensions.uuid_generate_v4(),
  name text not null,
  slug text unique,
  created_by uuid references auth.users default auth.uid(),
  created_at timestamptz default now()
);
create table basement.account_user (
  user_id uuid references auth.users on delete cascade not null,
  account_id uuid references basement.accounts on delete cascade not null,
  account_role basement.account_role not null,
  primary key (user_id, account_id)
);
grant select, insert, update, delete on all tables in schema basement to authenticated, service_role;
alter table basement.accounts enable row level security;
alter table basement.account_user enable row level security;
create function basement.has_role_on_account(account_id uuid, account_role basement.account_role default null) returns boolean
language sql security definer set search_path = public as $$
  select exists (select from basement.account_user m where m.user_id = auth.uid() and m.account_id = has_role_on_account.account_id
    and (m.account_role = has_role_on_account.account_role or has_role_on_account.account_role is null))
$$;
grant execute on function basement.has_role_on_account(uuid, basement.account_role) to authenticated;
create policy "Members see the account" on basement.accounts for select to authenticated using (basement.has_role_on_account(id));
create policy "Members see each other" on basement.account_user for select to authenticated
  using (basement.has_role_on_account(account_id));
create function basement.add_owner() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into basement.account_user values (new.created_by, new.id, 'owner');
  return new;
end $$;
create trigger add_owner after insert on basement.accounts for each row execute function basement.add_owner();
create function public.create_account(name text, slug text) returns json language plpgsql security definer set search_path = public, basement
as $$
declare
  made uuid;
begin
  insert into basement.accounts (name, slug) values (create_account.name, create_account.slug) returning id into made;
  return json_build_object('account_id', made, 'role', 'owner');
exception when unique_violation then
  raise exception 'An account with that unique ID already exists';
end $$;
grant execute on function public.create_account(text, text) to authenticated;
create function public.get_accounts() returns json language sql as $$
  select coalesce(json_agg(json_build_object('name', a.name, 'role', m.account_role)), '[]'::json)
  from basement.accounts a join basement.account_user m on m.account_id = a.id where m.user_id = auth.uid()
$$;
grant execute on function public.get_accounts() to authenticated;
`;

/** Channels and messages, with roles that decide what a user may delete, and a hook that writes the role into the token. */
export const slack = `
create type public.app_permission as enum ('channels.delete', 'messages.delete');
create type public.app_role as enum ('admin', 'moderator');
create table public.users (id uuid references auth.users not null primary key, username text);
create table public.channels (
  id bigint generated by default as identity primary key,
  inserted_at timestamp with time zone default timezone('utc'::text, now()) not null,
  slug text not null unique,
  created_by uuid references public.users not null
);
create table public.messages (
  id bigint generated by default as identity primary key,
  message text,
  user_id uuid references public.users not null,
  channel_id bigint references public.channels on delete cascade not null
);
create table public.user_roles (
  id bigint generated by default as identity primary key,
  user_id uuid references public.users on delete cascade not null,
  role app_role not null,
  unique (user_id, role)
);
create table public.role_permissions (role app_role not null, permission app_permission not null, unique (role, permission));
insert into public.role_permissions values ('admin', 'channels.delete'), ('admin', 'messages.delete'), ('moderator', 'messages.delete');
create function public.authorize(requested_permission app_permission) returns boolean language plpgsql stable security definer
set search_path = '' as $$
begin
  return exists (
    select from public.role_permissions p
    where p.permission = requested_permission and p.role::text = (select auth.jwt() ->> 'user_role')
  );
end $$;
alter table public.users enable row level security;
alter table public.channels enable row level security;
alter table public.messages enable row level security;
alter table public.user_roles enable row level security;
alter table public.role_permissions enable row level security;
create policy "Signed-in users read users" on public.users for select using (auth.role() = 'authenticated');
create policy "Signed-in users read channels" on public.channels for select using (auth.role() = 'authenticated');
create policy "Users add channels" on public.channels for insert with check (auth.uid() = created_by);
create policy "Admins delete channels" on public.channels for delete using (authorize('channels.delete'));
create policy "Signed-in users read messages" on public.messages for select using (auth.role() = 'authenticated');
create policy "Users write messages" on public.messages for insert with check (auth.uid() = user_id);
create policy "Moderators delete messages" on public.messages for delete using (auth.uid() = user_id or authorize('messages.delete'));
begin;
  drop publication if exists supabase_realtime;
  create publication supabase_realtime;
commit;
alter publication supabase_realtime add table public.channels, public.messages;
alter table public.messages replica identity full;
create function public.handle_new_user() returns trigger language plpgsql security definer set search_path = auth, public as $$
begin
  insert into public.users (id, username) values (new.id, new.email);
  if position('+supaadmin@' in new.email) > 0 then
    insert into public.user_roles (user_id, role) values (new.id, 'admin');
  end if;
  return new;
end $$;
create trigger on_auth_user_created after insert on auth.users for each row execute procedure public.handle_new_user();
create function public.custom_access_token_hook(event jsonb) returns jsonb language plpgsql stable as $$
declare
  claims jsonb := event -> 'claims';
  user_role public.app_role;
begin
  select role into user_role from public.user_roles where user_id = (event ->> 'user_id')::uuid;
  claims := jsonb_set(claims, '{user_role}', coalesce(to_jsonb(user_role), 'null'));
  return jsonb_set(event, '{claims}', claims);
end $$;
grant usage on schema public to supabase_auth_admin;
grant execute on function public.custom_access_token_hook to supabase_auth_admin;
revoke execute on function public.custom_access_token_hook from authenticated, anon;
grant all on table public.user_roles to supabase_auth_admin;
revoke all on table public.user_roles from authenticated, anon;
create policy "Auth reads roles" on public.user_roles as permissive for select to supabase_auth_admin using (true);
`;

/** Tasks with a picture each, in a private bucket with a folder for each user. */
export const todos = `
create table todos (
  id bigint generated by default as identity primary key,
  user_id uuid references auth.users not null default auth.uid(),
  task text check (char_length(task) > 3),
  picture text,
  is_complete boolean default false,
  inserted_at timestamp with time zone default timezone('utc'::text, now()) not null
);
alter table todos enable row level security;
create policy "Individuals create todos." on todos for insert with check ((select auth.uid()) = user_id);
create policy "Individuals view their own todos." on todos for select using ((select auth.uid()) = user_id);
create policy "Individuals update their own todos." on todos for update using ((select auth.uid()) = user_id);
create policy "Individuals delete their own todos." on todos for delete using ((select auth.uid()) = user_id);
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('pictures', 'pictures', false, 1000, '{image/png}') on conflict (id) do nothing;
create policy "Own folder: read" on storage.objects for select to authenticated
  using (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "Own folder: write" on storage.objects for insert to authenticated
  with check (bucket_id = 'pictures' and (storage.foldername(name))[1] = auth.uid()::text and storage.extension(name) = 'png');
create policy "Own folder: delete" on storage.objects for delete to authenticated using (bucket_id = 'pictures' and owner_id = auth.uid()::text);
`;

/** Rooms with members, and broadcasts of their messages on private channels. */
export const chat = `
create table rooms (id uuid primary key default gen_random_uuid(), topic text not null unique);
create table room_members (
  room_id uuid references rooms on delete cascade,
  user_id uuid references auth.users on delete cascade default auth.uid(),
  primary key (room_id, user_id)
);
create table room_messages (
  id bigserial primary key,
  room_id uuid not null references rooms on delete cascade,
  user_id uuid not null references auth.users default auth.uid(),
  content text not null check (length(trim(content)) between 1 and 500),
  created_at timestamptz not null default now()
);
create index on room_messages (room_id, created_at desc);
create function is_room_member(room uuid) returns boolean language sql stable security definer set search_path = ''
return exists (select from public.room_members m where m.room_id = room and m.user_id = auth.uid());
alter table rooms enable row level security;
alter table room_members enable row level security;
alter table room_messages enable row level security;
create policy "members see rooms" on rooms for select to authenticated using (is_room_member(id));
create policy "members see members" on room_members for select to authenticated using (is_room_member(room_id));
create policy "join" on room_members for insert to authenticated with check (user_id = auth.uid());
create policy "members read" on room_messages for select to authenticated using (is_room_member(room_id));
create policy "members write" on room_messages for insert to authenticated with check (is_room_member(room_id) and user_id = auth.uid());
create policy "members listen" on realtime.messages for select to authenticated using (
  exists (select from room_members m join rooms r on r.id = m.room_id where m.user_id = (select auth.uid())
    and r.topic = (select realtime.topic()) and realtime.messages.extension in ('broadcast', 'presence')));
create function announce_message() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.broadcast_changes('room:' || new.room_id, tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
  return null;
end $$;
create trigger announce_message after insert on room_messages for each row execute function announce_message();
alter publication supabase_realtime add table room_messages;
insert into rooms (topic) values ('general');
`;
