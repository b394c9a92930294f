/** A user withdraws a change of the email address that is not confirmed yet. */
import { expect, test } from 'vitest';
import { useBackend } from '../compat/compat-backend.ts';
import { password, settings } from '../compat/test-users.ts';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { freshEmail } from '../harness/fresh-contact.ts';

describeSiteOnEveryServer('a change of address that waits for confirmation', (server) => {
  const backend = useBackend(() => server().database, { toml: settings({ confirm: true }) });

  async function createPerson() {
    const email = freshEmail();
    await backend().admin().createUser({ email, password, email_confirm: true });
    const client = backend().client();
    await client.auth.signInWithPassword({ email, password });
    return { client, email };
  }
  type Person = Awaited<ReturnType<typeof createPerson>>;

  async function askForChange({ client }: Person): Promise<string> {
    const next = freshEmail();
    const { data } = await client.auth.updateUser({ email: next });
    expect(data.user?.new_email).toBe(next);
    return next;
  }
  const readUser = async ({ client }: Person) => (await client.auth.getUser()).data.user;
  const tokenOf = async (address: string) =>
    new URL((await backend().mail(address)).link).searchParams.get('token') ?? '';
  const confirm = async (address: string) =>
    backend()
      .client()
      .auth.verifyOtp({ token_hash: await tokenOf(address), type: 'email_change' });

  test('is gone when it is withdrawn, and its links and codes open nothing', async () => {
    const person = await createPerson();
    const next = await askForChange(person);
    expect(await person.client.rpc('withdraw_my_email_change')).toMatchObject({ data: true, error: null });
    expect(await readUser(person)).not.toHaveProperty('new_email');
    for (const address of [next, person.email]) {
      expect((await confirm(address)).error?.code).toBe('otp_expired');
      const { code: token } = await backend().mail(address);
      const by = await backend().client().auth.verifyOtp({ email: address, token, type: 'email_change' });
      expect(by.error?.code).toBe('otp_expired');
    }
    expect((await readUser(person))?.email).toBe(person.email);
    expect(await person.client.rpc('withdraw_my_email_change')).toMatchObject({ data: false, error: null });
  });

  test('can be withdrawn after one of its two confirmations, and asked for again', async () => {
    const person = await createPerson();
    const first = await askForChange(person);
    expect((await confirm(first)).error).toBeNull();
    await person.client.rpc('withdraw_my_email_change');
    expect((await confirm(person.email)).error?.code).toBe('otp_expired');
    const next = await askForChange(person);
    expect((await confirm(next)).error).toBeNull();
    // The withdrawn confirmation does not count for this change.
    expect(await readUser(person)).toMatchObject({ email: person.email, new_email: next });
    expect((await confirm(person.email)).error).toBeNull();
    expect((await readUser(person))?.email).toBe(next);
  });

  test('stays when another user withdraws theirs', async () => {
    const [one, other] = [await createPerson(), await createPerson()];
    const next = await askForChange(other);
    await askForChange(one);
    await one.client.rpc('withdraw_my_email_change');
    expect((await readUser(other))?.new_email).toBe(next);
    expect((await confirm(next)).error).toBeNull();
    expect((await confirm(other.email)).error).toBeNull();
    expect((await readUser(other))?.email).toBe(next);
  });
});
