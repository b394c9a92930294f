/** The vault, as a site uses it: a migration stores a secret, and functions of the site read it for callers of the API. */
import { createClient } from '@supabase/supabase-js';
import { beforeEach, expect, it } from 'vitest';
import { useBackend } from './compat/compat-backend.ts';
import { describeOnEveryServer } from './harness/database/servers.ts';
import { useSiteMigrations } from './harness/database/site-migrations.ts';
import { makeVaultKey } from './harness/database/vault-key.ts';

describeOnEveryServer('the vault', (server) => {
  const db = () => server().database;
  const { apply } = useSiteMigrations(server);
  const backend = useBackend(db, { toml: '' });
  beforeEach(() => makeVaultKey(db().sql));

  const clients = () => ({
    anon: backend().client(),
    service: createClient(backend().url, backend().serviceKey, { auth: { persistSession: false } }),
  });

  it('needs no create extension, and gives a secret to functions of the site', async () => {
    await apply(`
      select vault.create_secret('sk_live_ä', 'stripe key', 'for payments');
      create function public.stripe_key() returns text language sql security definer set search_path = '' as
        $$ select decrypted_secret from vault.decrypted_secrets where name = 'stripe key' $$;
      create function public.stripe_key_as_caller() returns text language sql as
        $$ select decrypted_secret from vault.decrypted_secrets where name = 'stripe key' $$;
      create function public.add_secret(value text, name text) returns uuid language sql as
        $$ select vault.create_secret(value, name) $$;`);
    const { anon, service } = clients();
    expect((await anon.rpc('stripe_key')).data).toBe('sk_live_ä');
    expect((await service.rpc('stripe_key_as_caller')).data).toBe('sk_live_ä');
    expect((await anon.rpc('stripe_key_as_caller')).error).toMatchObject({
      code: '42501',
      message: 'permission denied for schema vault',
    });
    expect((await anon.rpc('add_secret', { value: 'x', name: 'y' })).error?.code).toBe('42501');
    const added = await service.rpc('add_secret', { value: 'of the service', name: 'other' });
    expect(added.error).toBeNull();
    expect(await db().sql`select name from vault.decrypted_secrets where id = ${added.data}`).toEqual([
      { name: 'other' },
    ]);
  });

  it('holds no secret in plain text, and updates one', async () => {
    const [row] = await db().sql<{ id: string }[]>`select vault.create_secret('plain-text-1', 'mine') as id`;
    const id = row?.id ?? '';
    await db().sql`insert into vault.secrets (name, secret) values ('inserted', 'plain-text-2')`;
    await db().sql`select vault.update_secret(${id}, 'plain-text-3', new_description => 'changed')`;
    await db().sql`select vault.update_secret(${id}, new_name => 'renamed')`;
    const stored = await db().sql`select secret, encode(nonce, 'hex') as nonce from vault.secrets`;
    expect(JSON.stringify(stored)).not.toMatch(/plain-text/);
    expect(
      await db().sql`select name, description, decrypted_secret from vault.decrypted_secrets
        where decrypted_secret like 'plain-text%' order by 3`,
    ).toEqual([
      { name: 'inserted', description: '', decrypted_secret: 'plain-text-2' },
      { name: 'renamed', description: 'changed', decrypted_secret: 'plain-text-3' },
    ]);
    await expect(db().sql`select vault.create_secret('again', 'renamed')`).rejects.toThrow('duplicate key');
  });

  it('notices a secret that was copied to another row', async () => {
    await db().sql`select vault.create_secret('one', 'one'), vault.create_secret('two', 'two')`;
    await db().sql.script(`alter table vault.secrets disable trigger encrypt_secret;
      update vault.secrets as t set secret = o.secret, nonce = o.nonce
        from vault.secrets as o where o.name = 'one' and t.name = 'two';
      alter table vault.secrets enable trigger encrypt_secret`);
    const read = (name: string) =>
      db().sql`select decrypted_secret as secret from vault.decrypted_secrets where name = ${name}`;
    expect(await read('one')).toEqual([{ secret: 'one' }]);
    await expect(read('two')).rejects.toThrow('cannot be decrypted: it was changed');
  });

  it('gives its key to no role of requests', async () => {
    for (const role of ['anon', 'authenticated', 'service_role'] as const) {
      await expect(db().asRole(role, {}, (sql) => sql`select vault._key()`)).rejects.toThrow(
        'permission denied',
      );
    }
    expect(
      await db().asRole('service_role', {}, async (sql) => {
        const [row] = await sql`select vault.create_secret('for the service') as id`;
        return sql`select decrypted_secret from vault.decrypted_secrets where id = ${row?.id}`;
      }),
    ).toEqual([{ decrypted_secret: 'for the service' }]);
  });
});
