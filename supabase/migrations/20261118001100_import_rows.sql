-- CSV out of a table and into one. The server calls these functions with the owner's token; each asks first whether the caller is an owner, and
-- notes in its transaction what it changes. A cell is the text that Postgres writes for a value, or null.

-- Rows that wait to be inserted. They are gone after a day, or when the import is finished or stopped; a crash may take them as well.
create unlogged table if not exists site.admin_import (
  import uuid not null,
  -- In the file.
  line integer not null,
  user_id uuid not null,
  at timestamptz not null default now(),
  cells jsonb not null,
  primary key (import, line)
);
create index if not exists admin_import_by_time on site.admin_import (at);
alter table site.admin_import enable row level security;
revoke all on site.admin_import from public, anon, authenticated;

-- A table by its name, `public.runs`. Those of the services hold password hashes and tokens, and those of the site's schema are written by its
-- functions: they are neither exported nor filled.
create or replace function site.require_csv_table(target text, to_write boolean) returns regclass
language plpgsql stable set search_path = '' as $$
declare
  found_table pg_catalog.pg_class;
  found_schema text;
begin
  select c.* into found_table from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname || '.' || c.relname = target and c.relkind in ('r', 'p', 'v', 'm', 'f');
  if found_table.oid is null then
    raise exception 'There is no table %.', target using hint = 'not_found';
  end if;
  select n.nspname into found_schema from pg_catalog.pg_namespace n where n.oid = found_table.relnamespace;
  if found_schema ~ '^pg_' or found_schema in ('information_schema', 'auth', 'storage', 'vault', 'realtime', '_realtime', 'cron', 'net', 'porchlight',
      'site', 'extensions', 'graphql', 'graphql_public', 'pgsodium', 'supabase_functions', 'supabase_migrations') then
    raise exception 'The tables of % belong to a service, and may hold secrets. They are neither exported nor imported.', found_schema
      using hint = 'service_table';
  end if;
  if to_write and found_table.relkind not in ('r', 'p') then
    raise exception 'Rows cannot be added to % by a file.', target using hint = 'read_only';
  end if;
  return found_table.oid::regclass;
end $$;

-- The type of a column as a cast writes it: without a length, since a cast to varchar(3) would cut a text off instead of refusing it.
create or replace function site.column_type(target regclass, named text) returns text
language plpgsql stable set search_path = '' as $$
declare
  found_type text;
begin
  select pg_catalog.format_type(a.atttypid, -1) into found_type from pg_catalog.pg_attribute a
    where a.attrelid = target and a.attname = named and a.attnum > 0 and not a.attisdropped;
  if found_type is null then
    raise exception 'There is no column % in this table.', named using hint = 'no_column';
  end if;
  return found_type;
end $$;

create or replace function site.key_columns(target regclass) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(a.attname::text order by k.place), '{}')
  from pg_catalog.pg_index i
  cross join unnest(i.indkey::smallint[]) with ordinality k (number, place)
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
  where i.indrelid = target and i.indisprimary
$$;

-- The condition of filters, `[{"column": "distance", "operator": "gt", "value": "5000"}]`, on a table called t.
create or replace function site.where_clause(target regclass, filters jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  result text := 'true';
  wanted record;
  column_type text;
begin
  for wanted in select f."column" as named, f.operator, f.value
      from jsonb_to_recordset(coalesce(filters, '[]')) f ("column" text, operator text, value text) loop
    column_type := site.column_type(target, wanted.named);
    result := result || ' and ' || case
      when wanted.operator in ('eq', 'neq', 'gt', 'gte', 'lt', 'lte') then format('t.%I %s %L::%s', wanted.named,
        case wanted.operator when 'eq' then '=' when 'neq' then '<>' when 'gt' then '>' when 'gte' then '>=' when 'lt' then '<' else '<=' end,
        wanted.value, column_type)
      when wanted.operator in ('like', 'ilike') then
        format('t.%I::text %s %L', wanted.named, wanted.operator, replace(wanted.value, '*', '%'))
      when wanted.operator = 'in' then format('t.%I = any (%L::text[]::%s[])', wanted.named,
        string_to_array(regexp_replace(wanted.value, '^\((.*)\)$', '\1'), ','), column_type)
      when wanted.operator = 'is' and wanted.value in ('null', 'true', 'false') then format('t.%I is %s', wanted.named, wanted.value)
      when wanted.operator = 'is' and wanted.value in ('not.null', 'not_null') then format('t.%I is not null', wanted.named)
    end;
    if result is null then
      raise exception 'A filter cannot be read: % % %.', wanted.named, wanted.operator, wanted.value using hint = 'bad_filter';
    end if;
  end loop;
  return result;
end $$;

-- What comes after a row, whose values are given: first the columns it is sorted by, then the key. Nulls stand where Postgres puts them.
create or replace function site.after_clause(target regclass, sort jsonb, key text, after jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  sorted integer := jsonb_array_length(sort);
  result text;
  -- Lets an index on the first column start where the page begins.
  bound text := '';
  named text;
  descends boolean;
  cast_value text;
begin
  select format('(%s) > (%s)', key, string_agg(format('%L::%s', after ->> (sorted + place::integer - 1),
      case when key = 't.ctid' then 'tid' else site.column_type(target, k) end), ', ' order by place)) into result
    from unnest(case when key = 't.ctid' then array['ctid'] else site.key_columns(target) end) with ordinality a (k, place);
  for place in reverse sorted - 1 .. 0 loop
    named := sort -> place ->> 'column';
    descends := coalesce((sort -> place ->> 'descends')::boolean, false);
    cast_value := format('%L::%s', after ->> place, site.column_type(target, named));
    if after ->> place is null then
      result := format(case when descends then '(t.%1$I is not null or %2$s)' else '(t.%1$I is null and %2$s)' end, named, result);
    else
      result := format(case when descends then '(t.%1$I < %2$s or t.%1$I = %2$s and %3$s)'
        else '(t.%1$I > %2$s or t.%1$I is null or t.%1$I = %2$s and %3$s)' end, named, cast_value, result);
      if place = 0 and (descends or (select a.attnotnull from pg_catalog.pg_attribute a where a.attrelid = target and a.attname = named)) then
        bound := format('t.%I %s %s and ', named, case when descends then '<=' else '>=' end, cast_value);
      end if;
    end if;
  end loop;
  return bound || result;
end $$;

-- A page of a table: up to 2,000 rows, fewer where they are large. `after` is that of the page before, and null in the last page. A view has no
-- key to go on from: it is read in one page, and refused if it is longer.
create or replace function public.admin_export_rows(target text, filters jsonb default '[]', sort jsonb default '[]', after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  from_table regclass;
  key_names text[];
  key text;
  order_by text;
  cells text;
  position_cells text;
  max_rows integer := 2000;
  max_bytes integer := 4 * 1024 * 1024;
  names jsonb;
  page jsonb;
  fetched integer;
  last_position jsonb;
begin
  perform site.require_admin();
  from_table := site.require_csv_table(target, false);
  key_names := site.key_columns(from_table);
  key := case
    when key_names <> '{}' then (select string_agg(format('t.%I', k), ', ' order by place) from unnest(key_names) with ordinality a (k, place))
    when (select c.relkind in ('r', 'm') from pg_catalog.pg_class c where c.oid = from_table) then 't.ctid' end;
  select jsonb_agg(a.attname order by a.attnum), string_agg(format('t.%I::text', a.attname), ', ' order by a.attnum) into names, cells
    from pg_catalog.pg_attribute a where a.attrelid = from_table and a.attnum > 0 and not a.attisdropped;
  select string_agg(format('t.%I::text', s ->> 'column'), ', ' order by place),
      string_agg(format('t.%I %s', s ->> 'column', case when (s ->> 'descends')::boolean then 'desc' else 'asc' end), ', ' order by place)
    into position_cells, order_by from jsonb_array_elements(sort) with ordinality a (s, place)
    where site.column_type(from_table, s ->> 'column') is not null;
  if key is null then
    max_rows := 10001;
    max_bytes := 32 * 1024 * 1024;
  else
    position_cells := concat_ws(', ', position_cells, case when key = 't.ctid' then 't.ctid::text' else (
      select string_agg(format('t.%I::text', k), ', ' order by place) from unnest(key_names) with ordinality a (k, place)) end);
    order_by := concat_ws(', ', order_by, key);
  end if;
  execute format($statement$
      with page as (
        select array[%1$s]::text[] as cells, array[%2$s]::text[] as mark, row_number() over () as place
        from (select t.*%8$s from %3$s t where %4$s and %5$s %6$s limit %7$s) t),
      sized as (
        select p.*, sum(pg_column_size(p.cells)) over (order by p.place) - pg_column_size(p.cells) as bytes_before from page p)
      select coalesce(jsonb_agg(to_jsonb(s.cells) order by s.place) filter (where s.bytes_before < %9$s), '[]'), count(*),
        (array_agg(to_jsonb(s.mark) order by s.place desc) filter (where s.bytes_before < %9$s))[1]
      from sized s
    $statement$, cells, position_cells, from_table, site.where_clause(from_table, filters),
      case when key is null or after is null then 'true' else site.after_clause(from_table, sort, key, after) end,
      'order by ' || order_by, max_rows, case when key = 't.ctid' then ', t.ctid' else '' end, max_bytes)
    into page, fetched, last_position;
  if key is null and (fetched = max_rows or fetched > jsonb_array_length(page)) then
    raise exception '% has no key, so that it can be exported only up to 10,000 rows. Filter it, or export it from the SQL page in parts.', target
      using hint = 'no_key';
  end if;
  return jsonb_build_object('columns', names, 'rows', page,
    'after', case when key is not null and (fetched = max_rows or fetched > jsonb_array_length(page)) then last_position end);
end $$;

-- Keeps rows of a file until the import is finished. Sent twice, they are kept once.
create or replace function public.admin_stage_rows(import uuid, lines integer[], rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform site.require_admin();
  delete from site.admin_import i where i.at < now() - interval '1 day';
  insert into site.admin_import (import, line, user_id, cells)
    select admin_stage_rows.import, lines[place], auth.uid(), cells
    from jsonb_array_elements(rows) with ordinality a (cells, place)
    on conflict do nothing;
end $$;

create or replace function public.admin_drop_import(import uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform site.require_admin();
  delete from site.admin_import i where i.import = admin_drop_import.import and i.user_id = auth.uid();
end $$;

-- The statement that inserts the staged lines $2 to $3 of the import $1.
create or replace function site.import_statement(target regclass, columns text[], on_conflict text) returns text
language plpgsql stable set search_path = '' as $$
declare
  key_names text[] := site.key_columns(target);
  listed text;
  cells text;
  changed text;
  conflict text := '';
begin
  select string_agg(format('%I', c), ', ' order by place),
      string_agg(format('(s.cells ->> %s)::%s', place - 1, site.column_type(target, c)), ', ' order by place),
      string_agg(format('%1$I = excluded.%1$I', c), ', ' order by place) filter (where c <> all (key_names))
    into listed, cells, changed from unnest(columns) with ordinality a (c, place);
  if on_conflict <> 'refuse' then
    if key_names = '{}' or not key_names <@ columns then
      raise exception 'Rows can be told apart only by the key (%). Match its columns, or refuse rows that exist.',
        coalesce(nullif(array_to_string(key_names, ', '), ''), 'this table has none') using hint = 'no_key';
    end if;
    select format(' on conflict (%s) do ', string_agg(format('%I', k), ', ')) into conflict from unnest(key_names) k;
    conflict := conflict || case when on_conflict = 'replace' and changed is not null then 'update set ' || changed else 'nothing' end;
  end if;
  -- A file that was exported has the values of identity columns.
  return format('insert into %s (%s) overriding system value select %s from site.admin_import s
    where s.import = $1 and s.line between $2 and $3 order by s.line%s', target, listed, cells, conflict);
end $$;

-- Why the import fails: inserts it again, in halves. A half that goes in stays while this runs, a half that does not is halved, until one line is
-- left. Every row is inserted at most once more. The caller takes everything back.
create or replace function site.find_import_fault(target regclass, columns text[], statement text, import uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  lines integer[] := array(select s.line from site.admin_import s where s.import = find_import_fault.import order by s.line);
  low integer := 1;
  high integer := cardinality(lines);
  middle integer;
  cells jsonb;
  fault_message text;
  fault_detail text;
  named text;
begin
  while low < high loop
    middle := (low + high) / 2;
    begin
      execute statement using import, lines[low], lines[middle];
      low := middle + 1;
    exception when others then
      high := middle;
    end;
  end loop;
  begin
    execute statement using import, lines[low], lines[low];
    return null;
  exception when others then
    get stacked diagnostics fault_message = message_text, fault_detail = pg_exception_detail, named = column_name;
    if named = '' then
      get stacked diagnostics named = constraint_name;
      -- A rule about one column.
      select a.attname into named from pg_catalog.pg_constraint c join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.conrelid = target and c.conname = named and cardinality(c.conkey) = 1;
    end if;
    if sqlstate ~ '^23' and fault_detail <> '' and fault_detail !~ '^Failing row' then
      fault_message := fault_message || '. ' || fault_detail;
    end if;
  end;
  select s.cells into cells from site.admin_import s where s.import = find_import_fault.import and s.line = lines[low];
  if coalesce(named, '') = '' then
    for place in 1 .. cardinality(columns) loop
      begin
        execute format('select %L::%s', cells ->> (place - 1), site.column_type(target, columns[place]));
      exception when others then
        named := columns[place];
        exit;
      end;
    end loop;
  end if;
  return jsonb_build_object('line', lines[low], 'column', nullif(named, ''), 'value', cells ->> (array_position(columns, named) - 1),
    'message', fault_message);
end $$;

-- Inserts what was staged, all of it or nothing, and removes it from the stage. `on_conflict`: rows whose key exists are refused, skipped or
-- replaced; the last cannot be undone, so that it asks for a sign-in of the last ten minutes. Returns `{"inserted": 3}`, or `{"fault": …}`.
create or replace function public.admin_finish_import(import uuid, target text, columns text[], on_conflict text default 'refuse') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  into_table regclass;
  statement text;
  staged integer;
  inserted integer;
  first_line integer;
  last_line integer;
  fault jsonb;
begin
  perform site.require_admin(case when on_conflict = 'refuse' or on_conflict = 'skip' then interval '12 hours' else interval '10 minutes' end);
  into_table := site.require_csv_table(target, true);
  if on_conflict not in ('refuse', 'skip', 'replace') or on_conflict is null then
    raise exception 'Rows that exist are refused, skipped or replaced.' using hint = 'bad_choice';
  end if;
  select count(*), min(s.line), max(s.line) into staged, first_line, last_line
    from site.admin_import s where s.import = admin_finish_import.import and s.user_id = auth.uid();
  if staged = 0 then
    raise exception 'Nothing is staged for this import. Choose the file again.' using hint = 'not_found';
  end if;
  statement := site.import_statement(into_table, columns, on_conflict);
  begin
    perform public.note_admin_action('tables.import', target, jsonb_build_object('rows', staged, 'on_conflict', on_conflict));
    set constraints all immediate;
    execute statement using import, first_line, last_line;
    get diagnostics inserted = row_count;
    perform site.advance_sequences(into_table, columns);
  exception
    when cardinality_violation then fault := jsonb_build_object('message', 'Two lines of the file have the same key. Leave one of them out.');
    when others then fault := jsonb_build_object('message', sqlerrm);
  end;
  if fault is not null then
    begin
      set constraints all immediate;
      fault := coalesce(site.find_import_fault(into_table, columns, statement, import), fault);
      -- Takes back what the search inserted.
      raise exception using errcode = 'PL001';
    exception when sqlstate 'PL001' then null;
    end;
    return jsonb_build_object('fault', fault);
  end if;
  delete from site.admin_import s where s.import = admin_finish_import.import;
  return jsonb_build_object('inserted', inserted, 'staged', staged);
end $$;

-- Imported numbers are not given out again.
create or replace function site.advance_sequences(target regclass, columns text[]) returns void
language plpgsql set search_path = '' as $$
declare
  named text;
  sequence text;
  highest bigint;
  last_given bigint;
begin
  foreach named in array columns loop
    sequence := pg_catalog.pg_get_serial_sequence(target::text, named);
    continue when sequence is null;
    execute format('select max(%I) from %s', named, target) into highest;
    execute format('select last_value from %s', sequence) into last_given;
    if highest > last_given then
      perform pg_catalog.setval(sequence, highest);
    end if;
  end loop;
end $$;

revoke execute on function site.require_csv_table(text, boolean), site.column_type(regclass, text), site.key_columns(regclass),
  site.where_clause(regclass, jsonb), site.after_clause(regclass, jsonb, text, jsonb), site.import_statement(regclass, text[], text),
  site.find_import_fault(regclass, text[], text, uuid), site.advance_sequences(regclass, text[]) from public, anon, authenticated;
revoke execute on function public.admin_export_rows(text, jsonb, jsonb, jsonb), public.admin_stage_rows(uuid, integer[], jsonb),
  public.admin_drop_import(uuid), public.admin_finish_import(uuid, text, text[], text) from public, anon;
grant execute on function public.admin_export_rows(text, jsonb, jsonb, jsonb), public.admin_stage_rows(uuid, integer[], jsonb),
  public.admin_drop_import(uuid), public.admin_finish_import(uuid, text, text[], text) to authenticated;
