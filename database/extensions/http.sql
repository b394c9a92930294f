-- http: what functions name, so that they can be created, and what needs no network. No request is sent: a statement would have to wait for
-- this program, which learns of a request only when the transaction is committed.
do $$
begin
  if to_regtype('@schema@.http_request') is null then
    create domain @schema@.http_method as text;
    create domain @schema@.content_type as text check (value ~ '^\S+\/\S+');
    create type @schema@.http_header as (field varchar, value varchar);
    create type @schema@.http_response as (
      status integer, content_type varchar, headers @schema@.http_header[], content varchar);
    create type @schema@.http_request as (
      method @schema@.http_method, uri varchar, headers @schema@.http_header[], content_type varchar, content varchar);
  end if;
end
$$;

create or replace function @schema@.http(request @schema@.http_request) returns @schema@.http_response
language plpgsql set search_path = '' as $$
begin
  raise exception 'No request is sent: this server does not have the extension http' using
    errcode = 'feature_not_supported',
    hint = 'Use net.http_get or net.http_post of pg_net, which do not wait for the answer, or set DATABASE_URL to a Postgres server that has http.';
end
$$;

create or replace function @schema@.http_get(uri varchar) returns @schema@.http_response language sql set search_path = '' as $$
  select @schema@.http(('GET', uri, null, null, null)::@schema@.http_request)
$$;

create or replace function @schema@.http_get(uri varchar, data jsonb) returns @schema@.http_response
language sql set search_path = '' as $$
  select @schema@.http(('GET', uri, null, null, null)::@schema@.http_request)
$$;

create or replace function @schema@.http_post(uri varchar, content varchar, content_type varchar) returns @schema@.http_response
language sql set search_path = '' as $$
  select @schema@.http(('POST', uri, null, content_type, content)::@schema@.http_request)
$$;

create or replace function @schema@.http_post(uri varchar, data jsonb) returns @schema@.http_response
language sql set search_path = '' as $$
  select @schema@.http(('POST', uri, null, null, null)::@schema@.http_request)
$$;

create or replace function @schema@.http_put(uri varchar, content varchar, content_type varchar) returns @schema@.http_response
language sql set search_path = '' as $$
  select @schema@.http(('PUT', uri, null, content_type, content)::@schema@.http_request)
$$;

create or replace function @schema@.http_patch(uri varchar, content varchar, content_type varchar) returns @schema@.http_response
language sql set search_path = '' as $$
  select @schema@.http(('PATCH', uri, null, content_type, content)::@schema@.http_request)
$$;

create or replace function @schema@.http_delete(uri varchar) returns @schema@.http_response language sql set search_path = '' as $$
  select @schema@.http(('DELETE', uri, null, null, null)::@schema@.http_request)
$$;

create or replace function @schema@.http_delete(uri varchar, content varchar, content_type varchar) returns @schema@.http_response
language sql set search_path = '' as $$
  select @schema@.http(('DELETE', uri, null, content_type, content)::@schema@.http_request)
$$;

create or replace function @schema@.http_head(uri varchar) returns @schema@.http_response language sql set search_path = '' as $$
  select @schema@.http(('HEAD', uri, null, null, null)::@schema@.http_request)
$$;

-- Settings of curl last as long as a session and concern only requests: a function that begins with one fails at its request.
create or replace function @schema@.http_set_curlopt(curlopt varchar, value varchar) returns boolean
language sql set search_path = '' as 'select true';
create or replace function @schema@.http_reset_curlopt() returns boolean language sql set search_path = '' as 'select true';
create or replace function @schema@.http_list_curlopt() returns table (curlopt text, value text)
language sql set search_path = '' as 'select null::text, null::text where false';

create or replace function @schema@.http_header(field varchar, value varchar) returns @schema@.http_header
language sql set search_path = '' as 'select field, value';

create or replace function @schema@.http_headers(variadic args text[]) returns @schema@.http_header[]
language plpgsql immutable strict set search_path = '' as $$
begin
  if cardinality(args) % 2 <> 0 then
    raise exception 'Headers are pairs of a name and a value: one value is missing';
  end if;
  return array(select (args[place], args[place + 1])::@schema@.http_header
    from generate_series(1, cardinality(args), 2) as place order by place);
end
$$;

create or replace function @schema@.urlencode(string bytea) returns text language sql immutable strict set search_path = '' as $$
  select coalesce(string_agg(
    case
      when byte = 32 then '+'
      when byte = 0 then '%00' -- chr(0) is refused.
      when chr(byte) ~ '[A-Za-z0-9_.~-]' then chr(byte)
      else '%' || upper(lpad(to_hex(byte), 2, '0'))
    end, '' order by place), '')
  from (select place, get_byte(string, place) as byte from generate_series(0, octet_length(string) - 1) as place) as bytes
$$;

create or replace function @schema@.urlencode(string varchar) returns text language sql immutable strict set search_path = '' as $$
  select @schema@.urlencode(convert_to(string, 'UTF8'))
$$;

-- Lists and objects among the values are left out, and numbers lose the zeros at their end.
create or replace function @schema@.urlencode(data jsonb) returns text language sql immutable strict set search_path = '' as $$
  select string_agg(@schema@.urlencode(key::varchar) || '=' || @schema@.urlencode(
    case jsonb_typeof(value) when 'number' then trim_scale(value::numeric)::varchar else coalesce(value #>> '{}', '')::varchar end
  ), '&' order by place)
  from jsonb_each(data) with ordinality as pairs (key, value, place)
  where key <> '' and jsonb_typeof(value) not in ('array', 'object')
$$;

create or replace function @schema@.text_to_bytea(data text) returns bytea
language sql immutable strict set search_path = '' as $$ select convert_to(data, 'UTF8') $$;
create or replace function @schema@.bytea_to_text(data bytea) returns text
language sql immutable strict set search_path = '' as $$ select convert_from(data, 'UTF8') $$;

comment on domain @schema@.http_method is '@mark@';
comment on domain @schema@.content_type is '@mark@';
comment on type @schema@.http_header is '@mark@';
comment on type @schema@.http_response is '@mark@';
comment on type @schema@.http_request is '@mark@';
comment on function @schema@.http(@schema@.http_request) is '@mark@';
comment on function @schema@.http_get(varchar) is '@mark@';
comment on function @schema@.http_get(varchar, jsonb) is '@mark@';
comment on function @schema@.http_post(varchar, varchar, varchar) is '@mark@';
comment on function @schema@.http_post(varchar, jsonb) is '@mark@';
comment on function @schema@.http_put(varchar, varchar, varchar) is '@mark@';
comment on function @schema@.http_patch(varchar, varchar, varchar) is '@mark@';
comment on function @schema@.http_delete(varchar) is '@mark@';
comment on function @schema@.http_delete(varchar, varchar, varchar) is '@mark@';
comment on function @schema@.http_head(varchar) is '@mark@';
comment on function @schema@.http_set_curlopt(varchar, varchar) is '@mark@';
comment on function @schema@.http_reset_curlopt() is '@mark@';
comment on function @schema@.http_list_curlopt() is '@mark@';
comment on function @schema@.http_header(varchar, varchar) is '@mark@';
comment on function @schema@.http_headers(text[]) is '@mark@';
comment on function @schema@.urlencode(bytea) is '@mark@';
comment on function @schema@.urlencode(varchar) is '@mark@';
comment on function @schema@.urlencode(jsonb) is '@mark@';
comment on function @schema@.text_to_bytea(text) is '@mark@';
comment on function @schema@.bytea_to_text(bytea) is '@mark@';
