-- supabase_vault: secrets that are encrypted in the table, so that a dump does not contain them. The key is in a file beside
-- postgresql.conf, which only a superuser's function can read: see docs/decisions/0064.
create schema if not exists vault;
comment on schema vault is '@mark@';

-- The contents of the key file.
create or replace function vault._key() returns bytea language plpgsql stable security definer set search_path = '' as $$
declare
  path text;
  found text;
begin
  begin
    path := pg_catalog.regexp_replace(pg_catalog.current_setting('config_file'), '[^/\\]*$', 'vault.key');
    found := pg_catalog.btrim(pg_catalog.pg_read_file(path, 0, 1000, true), E' \r\n');
  exception when insufficient_privilege then
    raise exception 'The vault cannot read its key: the role "%", which owns the vault, is not a superuser of this server.', current_user
      using hint = 'Give DATABASE_URL a superuser, or use a server that has the extension supabase_vault.';
  end;
  if found is null or pg_catalog.length(found) < 32 then
    raise exception 'The vault has no key: % is missing or too short.', path
      using hint = 'On that machine, as the user of the server: (umask 077; openssl rand -hex 32 > ' || path || ')';
  end if;
  return pg_catalog.convert_to(found, 'UTF8');
end
$$;

create or replace function vault._crypto_aead_det_noncegen() returns bytea language sql volatile set search_path = '' as $$
  select @pgcrypto@.gen_random_bytes(16)
$$;

-- A code over everything that decrypting depends on. A changed value is noticed, and so is one that was copied to another row.
create or replace function vault._authenticate(root bytea, additional bytea, key_id bigint, context bytea, nonce bytea, encrypted bytea)
returns bytea language sql immutable set search_path = '' as $$
  select @pgcrypto@.hmac(
    int4send(length(additional)) || additional || int8send(key_id) || int4send(length(context)) || context || nonce || encrypted,
    @pgcrypto@.hmac('authenticate'::bytea, root, 'sha256'), 'sha256')
$$;

-- AES-256-CBC, then HMAC-SHA-256. Names and arguments are those of the extension: sites grant rights on them.
create or replace function vault._crypto_aead_det_encrypt(
  message bytea, additional bytea, key_id bigint, context bytea default 'pgsodium', nonce bytea default null
) returns bytea language plpgsql stable security definer set search_path = '' as $$
declare
  root constant bytea := vault._key();
  encrypted constant bytea := @pgcrypto@.encrypt_iv(message, @pgcrypto@.hmac('encrypt'::bytea, root, 'sha256'), nonce, 'aes-cbc/pad:pkcs');
begin
  return vault._authenticate(root, additional, key_id, context, nonce, encrypted) || encrypted;
end
$$;

create or replace function vault._crypto_aead_det_decrypt(
  message bytea, additional bytea, key_id bigint, context bytea default 'pgsodium', nonce bytea default null
) returns bytea language plpgsql stable security definer set search_path = '' as $$
declare
  root constant bytea := vault._key();
  encrypted constant bytea := pg_catalog.substr(message, 33);
begin
  if pg_catalog.substr(message, 1, 32) is distinct from vault._authenticate(root, additional, key_id, context, nonce, encrypted) then
    raise exception 'A secret of the vault cannot be decrypted: it was changed, or it was encrypted with another key.'
      using hint = 'Restore vault.key, which is beside postgresql.conf, from a backup, or set the secret again with vault.update_secret.';
  end if;
  return @pgcrypto@.decrypt_iv(encrypted, @pgcrypto@.hmac('encrypt'::bytea, root, 'sha256'), nonce, 'aes-cbc/pad:pkcs');
end
$$;

create table if not exists vault.secrets (
  id uuid primary key default gen_random_uuid(),
  name text,
  description text not null default '',
  secret text not null,
  key_id uuid,
  nonce bytea default vault._crypto_aead_det_noncegen(),
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);
create unique index if not exists secrets_name_idx on vault.secrets (name) where name is not null;

-- A trigger, so that a secret which is inserted into the table without create_secret is encrypted too.
create or replace function vault._encrypt_secret() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.secret = old.secret then
    return new;
  end if;
  new.nonce := vault._crypto_aead_det_noncegen();
  new.secret := pg_catalog.encode(vault._crypto_aead_det_encrypt(
    pg_catalog.convert_to(new.secret, 'UTF8'), pg_catalog.convert_to(new.id::text, 'UTF8'), 0, nonce => new.nonce), 'base64');
  return new;
end
$$;
create or replace trigger encrypt_secret before insert or update of secret on vault.secrets
  for each row execute function vault._encrypt_secret();

create or replace view vault.decrypted_secrets as
select id, name, description, secret,
  convert_from(vault._crypto_aead_det_decrypt(
    decode(secret, 'base64'), convert_to(id::text, 'UTF8'), 0, nonce => nonce), 'UTF8') as decrypted_secret,
  key_id, nonce, created_at, updated_at
from vault.secrets;

create or replace function vault.create_secret(
  new_secret text, new_name text default null, new_description text default '', new_key_id uuid default null
) returns uuid language sql security definer set search_path = '' as $$
  insert into vault.secrets (secret, name, description) values (new_secret, new_name, new_description) returning id
$$;

create or replace function vault.update_secret(
  secret_id uuid, new_secret text default null, new_name text default null, new_description text default null, new_key_id uuid default null
) returns void language sql security definer set search_path = '' as $$
  update vault.secrets as s
  set secret = coalesce(new_secret, s.secret), name = coalesce(new_name, s.name),
    description = coalesce(new_description, s.description), updated_at = now()
  where s.id = secret_id
$$;

revoke all on all functions in schema vault from public;
grant usage on schema vault to service_role;
grant select, delete on vault.secrets, vault.decrypted_secrets to service_role;
grant execute on function vault.create_secret, vault.update_secret, vault._crypto_aead_det_decrypt to service_role;
