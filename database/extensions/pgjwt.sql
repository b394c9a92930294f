-- pgjwt: JSON web tokens with a shared secret (HS256, HS384, HS512), on pgcrypto.
create or replace function @schema@.url_encode(data bytea) returns text language sql immutable set search_path = '' as $$
  select translate(encode(data, 'base64'), E'+/=\n', '-_')
$$;

create or replace function @schema@.url_decode(data text) returns bytea language sql immutable set search_path = '' as $$
  select decode(rpad(translate(data, '-_', '+/'), (length(data) + 3) / 4 * 4, '='), 'base64')
$$;

create or replace function @schema@.algorithm_sign(signables text, secret text, algorithm text)
returns text language plpgsql immutable set search_path = '' as $$
begin
  if algorithm is null or algorithm not in ('HS256', 'HS384', 'HS512') then
    raise exception 'pgjwt cannot sign with "%". Use HS256, HS384 or HS512.', algorithm;
  end if;
  return @schema@.url_encode(@pgcrypto@.hmac(
    pg_catalog.convert_to(signables, 'UTF8'), pg_catalog.convert_to(secret, 'UTF8'), pg_catalog.replace(algorithm, 'HS', 'sha')));
end
$$;

create or replace function @schema@.sign(payload json, secret text, algorithm text default 'HS256')
returns text language sql immutable set search_path = '' as $$
  select signables || '.' || @schema@.algorithm_sign(signables, secret, algorithm)
  from (
    select @schema@.url_encode(convert_to(format('{"alg":"%s","typ":"JWT"}', algorithm), 'UTF8'))
      || '.' || @schema@.url_encode(convert_to(payload::text, 'UTF8')) as signables
  ) as parts
$$;

create or replace function @schema@.try_cast_double(inp text) returns double precision language plpgsql immutable set search_path = '' as $$
begin
  return inp::double precision;
exception when others then
  return null;
end
$$;

-- Valid: the signature is right, and now is between "nbf" and "exp", where the token has them.
create or replace function @schema@.verify(token text, secret text, algorithm text default 'HS256')
returns table (header json, payload json, valid boolean) language sql stable set search_path = '' as $$
  select decoded.header, decoded.payload,
    decoded.signature = @schema@.algorithm_sign(decoded.signables, secret, algorithm)
      and coalesce(to_timestamp(@schema@.try_cast_double(decoded.payload ->> 'nbf')) <= now(), true)
      and coalesce(to_timestamp(@schema@.try_cast_double(decoded.payload ->> 'exp')) > now(), true)
  from (
    select convert_from(@schema@.url_decode(split_part(token, '.', 1)), 'UTF8')::json as header,
      convert_from(@schema@.url_decode(split_part(token, '.', 2)), 'UTF8')::json as payload,
      split_part(token, '.', 1) || '.' || split_part(token, '.', 2) as signables,
      split_part(token, '.', 3) as signature
  ) as decoded
$$;

comment on function @schema@.url_encode(bytea) is '@mark@';
comment on function @schema@.url_decode(text) is '@mark@';
comment on function @schema@.algorithm_sign(text, text, text) is '@mark@';
comment on function @schema@.sign(json, text, text) is '@mark@';
comment on function @schema@.try_cast_double(text) is '@mark@';
comment on function @schema@.verify(text, text, text) is '@mark@';
