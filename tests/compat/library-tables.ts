/** For tests: tables of books and shelves, for queries through the data API. */
import type { SupabaseClient } from '@supabase/supabase-js';

export const libraryTables = `
create schema archive;
create table public.shelves (id int primary key, place text not null);
create table public.books (
  id int primary key,
  shelf_id int references public.shelves,
  title text not null unique,
  pages int,
  lent boolean,
  topics text[] not null default '{}',
  extra jsonb,
  written daterange
);
create table archive.books (id int primary key, title text);
grant usage on schema archive to anon;
grant select on archive.books to anon;
create function public.longest(fewest int default 0) returns setof public.books stable language sql as
  'select * from public.books where pages >= fewest order by pages desc';
insert into public.shelves values (1, 'hall'), (2, 'attic');
insert into public.books values
  (1, 1, 'Home cooking', 120, true, '{food,home}', '{"rank": {"now": 3}}', '[1980-01-01,1985-01-01)'),
  (2, 1, 'The garden', 300, false, '{home}', '{"rank": {"now": 1}}', '[1985-01-01,1990-01-01)'),
  (3, 2, 'Songs of the sea', null, null, '{}', null, '[1990-01-01,1995-01-01)');
insert into archive.books values (7, 'An old one');
`;

export const booksOf = (client: SupabaseClient) => client.from('books').select('id');

export type Books = ReturnType<typeof booksOf>;
export type Answer = PromiseLike<{ data: unknown }>;
