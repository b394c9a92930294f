-- Rows of a CSV file, into a table. The server calls these functions with the owner's token; each asks first whether the caller is an owner, and
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
  key_names text[] := site.table_key(target);
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
create or replace function public.admin_finish_import(import uuid, schema_name text, table_name text, columns text[],
  on_conflict text default 'refuse') returns jsonb
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
  into_table := site.require_table(schema_name, table_name);
  if (select c.relkind not in ('r', 'p') from pg_catalog.pg_class c where c.oid = into_table) then
    raise exception 'Rows cannot be added to % by a file.', table_name using hint = 'read_only';
  end if;
  if on_conflict not in ('refuse', 'skip', 'replace') or on_conflict is null then
    raise exception 'Rows that exist are refused, skipped or replaced.' using hint = 'bad_choice';
  end if;
  select count(*), min(s.line), max(s.line) into staged, first_line, last_line
    from site.admin_import s where s.import = admin_finish_import.import and s.user_id = auth.uid();
  if staged = 0 then
    raise exception 'Nothing is staged for this import. Choose the file again.' using hint = 'not_staged';
  end if;
  statement := site.import_statement(into_table, columns, on_conflict);
  begin
    perform public.note_admin_action('tables.import', into_table::text, jsonb_build_object('rows', staged, 'on_conflict', on_conflict));
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

revoke execute on function site.import_statement(regclass, text[], text), site.find_import_fault(regclass, text[], text, uuid),
  site.advance_sequences(regclass, text[]) from public, anon, authenticated;
revoke execute on function public.admin_stage_rows(uuid, integer[], jsonb), public.admin_drop_import(uuid),
  public.admin_finish_import(uuid, text, text, text[], text) from public, anon;
grant execute on function public.admin_stage_rows(uuid, integer[], jsonb), public.admin_drop_import(uuid),
  public.admin_finish_import(uuid, text, text, text[], text) to authenticated;
