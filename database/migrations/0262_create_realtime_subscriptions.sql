-- The list of subscribers to changes and the functions of its filters, with the names and shapes of a Supabase project. Our service keeps
-- its subscribers in memory; dashboards, dumps and functions of projects name these objects. The functions that read wal2json (apply_rls,
-- list_changes and what they call) are left out: that plugin is not part of Postgres, and only Supabase's own service calls them.
do $do$
begin
  if to_regclass('realtime.subscription') is not null then
    return;
  end if;

  create type realtime.action as enum ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'ERROR');
  create type realtime.equality_op as enum (
    'eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'match', 'imatch', 'isdistinct'
  );
  create type realtime.user_defined_filter as (column_name text, op realtime.equality_op, value text, negate boolean);
  create type realtime.wal_column as (
    name text, type_name text, type_oid oid, value jsonb, is_pkey boolean, is_selectable boolean
  );
  create type realtime.wal_rls as (wal jsonb, is_rls_enabled boolean, subscription_ids uuid[], errors text[]);

  create function realtime.to_regrole(role_name text) returns regrole language sql immutable as 'select role_name::regrole';

  -- A value as JSON. Bytes stay as they are written.
  create function realtime."cast"(val text, type_ regtype) returns jsonb language plpgsql immutable as $$
  declare
    result jsonb;
  begin
    if type_ = 'bytea'::regtype then
      return to_jsonb(val);
    end if;
    execute format('select to_jsonb(%L::%s)', val, type_) into result;
    return result;
  end
  $$;

  -- Whether a value passes one filter. Null: unknown, as in SQL.
  create function realtime.check_equality_op(
    op realtime.equality_op, type_ regtype, val_1 text, val_2 text, negate boolean
  ) returns boolean language plpgsql stable as $$
  declare
    operator constant text := case op
      when 'eq' then '=' when 'neq' then '<>' when 'lt' then '<' when 'lte' then '<=' when 'gt' then '>' when 'gte' then '>='
      when 'like' then 'like' when 'ilike' then 'ilike' when 'match' then '~' when 'imatch' then '~*' when 'in' then '= any'
      when 'is' then 'is' when 'isdistinct' then 'is distinct from'
    end;
    compared text;
    result boolean;
  begin
    if op = 'is' and (val_2 = any (array['null', 'true', 'false', 'unknown'])) is not true then
      raise exception 'invalid value for is filter: must be null, true, false, or unknown';
    end if;
    compared := case op
      when 'is' then val_2
      when 'in' then format('(%L::%s[])', val_2, type_)
      else format('%L::%s', val_2, type_)
    end;
    execute format('select (%L::%s) %s %s', val_1, type_, operator, compared) into result;
    return case when negate then not result else result end;
  end
  $$;
  create function realtime.check_equality_op(op realtime.equality_op, type_ regtype, val_1 text, val_2 text) returns boolean
  language sql immutable as 'select realtime.check_equality_op(op, type_, val_1, val_2, false)';

  create function realtime.is_visible_through_filters(columns realtime.wal_column[], filters realtime.user_defined_filter[])
  returns boolean language sql stable as $$
    select coalesce(
      bool_and(
        case when c.name is null then false
        else coalesce(
          realtime.check_equality_op(
            f.op, coalesce(c.type_oid::regtype, c.type_name::regtype), c.value #>> '{}', f.value, coalesce(f.negate, false)),
          false)
        end
      ),
      true)
    from unnest(filters) f left join unnest(columns) c on c.name = f.column_name
  $$;

  create table realtime.subscription (
    id bigint generated always as identity constraint pk_subscription primary key,
    subscription_id uuid not null,
    entity regclass not null,
    filters realtime.user_defined_filter[] not null default '{}',
    claims jsonb not null,
    claims_role regrole not null generated always as (realtime.to_regrole(claims ->> 'role')) stored,
    created_at timestamp without time zone not null default timezone('utc', now()),
    action_filter text default '*' constraint subscription_action_filter_check check (action_filter in ('*', 'INSERT', 'UPDATE', 'DELETE')),
    selected_columns text[]
  );
  create index ix_realtime_subscription_entity on realtime.subscription (entity);
  create unique index subscription_subscription_id_entity_filters_action_filter_selec
    on realtime.subscription (subscription_id, entity, filters, action_filter, coalesce(selected_columns, '{}'));
  grant select on realtime.subscription to anon, authenticated, service_role;
end
$do$;

-- Refuses a subscription whose columns or values do not fit the table, and writes its lists in one order.
do $do$
begin
  if to_regprocedure('realtime.subscription_check_filters()') is not null then
    return;
  end if;
  create function realtime.subscription_check_filters() returns trigger language plpgsql as $$
  declare
    readable constant text[] := array(
      select a.attname::text from pg_catalog.pg_attribute a
      where a.attrelid = new.entity and a.attnum > 0 and not a.attisdropped
        and has_column_privilege(new.claims ->> 'role', a.attrelid, a.attnum, 'select'));
    filter realtime.user_defined_filter;
    type regtype;
    needed text;
    named text;
  begin
    foreach filter in array new.filters loop
      if (filter.column_name = any (readable)) is not true then
        raise exception 'invalid column for filter %', filter.column_name;
      end if;
      type := (select atttypid from pg_catalog.pg_attribute where attrelid = new.entity and attname = filter.column_name);
      needed := case filter.op when 'like' then '~~' when 'ilike' then '~~' when 'match' then '~' when 'imatch' then '~*' end;
      if filter.op = 'in' then
        if jsonb_array_length(realtime."cast"(filter.value, format('%s[]', type)::regtype)) > 100 then
          raise exception 'too many values for `in` filter. Maximum 100';
        end if;
      elsif filter.op = 'is' then
        if (filter.value = any (array['null', 'true', 'false', 'unknown'])) is not true then
          raise exception 'invalid value for is filter: must be null, true, false, or unknown';
        elsif filter.value <> 'null' and type <> 'boolean'::regtype then
          raise exception 'is % filter requires a boolean column, got %', filter.value, type;
        end if;
      elsif needed is null then
        perform realtime."cast"(filter.value, type);
      else
        if not exists (select from pg_catalog.pg_operator where oprname = needed and oprleft = type) then
          raise exception 'operator % requires a text-compatible column type, got %', filter.op, type;
        end if;
        if needed <> '~~' then
          -- A bad pattern fails now, not with the first change.
          perform '' ~ filter.value;
        end if;
      end if;
    end loop;
    foreach named in array coalesce(new.selected_columns, '{}') loop
      if (named = any (readable)) is not true then
        raise exception 'invalid column for select %', named;
      end if;
    end loop;
    new.filters := array(select f from unnest(new.filters) f order by f.column_name, f.op, f.value, f.negate);
    new.selected_columns := (select array_agg(c order by c) from unnest(new.selected_columns) c);
    return new;
  end
  $$;
  create trigger tr_check_filters before insert or update on realtime.subscription
    for each row execute function realtime.subscription_check_filters();
end
$do$;
