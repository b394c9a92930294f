/** supabase/functions/contact: a visitor's message is checked, counted, stored and mailed. */
import { beforeEach, describe, expect, test } from 'vitest';
import { startSampleFunctions } from '../harness/functions/sample-functions.ts';

const functions = startSampleFunctions();
const owner = 'owner@porchlight.test';
const path = '/functions/v1/contact';
const good = { name: 'Ann', email: 'ann@example.com', message: 'Hello!\nIs the porch open?' };

beforeEach(async () => {
  const { sql } = functions().database;
  await sql`truncate public.contact_messages, porchlight.message_queue`;
  await sql`select site.set_owners(${[owner]})`;
  functions().smtp.received.length = 0;
});

const readRows = () =>
  functions().database.sql<{ name: string; email: string; message: string; sender: string | null }[]>`
    select name, email, message, sender from public.contact_messages order by created_at`;

/** As a program does. */
const sendJson = (fields: object, address?: string) =>
  functions().send(
    path,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) },
    address,
  );

/** As a browser without a script does. */
function sendForm(fields: Record<string, string>, headers: Record<string, string> = {}) {
  return functions().send(path, {
    method: 'POST',
    headers: { accept: 'text/html,*/*;q=0.8', referer: `${functions().url}/about`, ...headers },
    body: new URLSearchParams(fields),
  });
}

describe('a message', () => {
  test('is stored, and mailed to every owner with the visitor as the one to answer', async () => {
    await functions().database.sql`select site.set_owners(${[owner, 'second@porchlight.test']})`;
    const response = await sendJson(good);
    expect([response.status, await response.json()]).toMatchObject([200, { code: 'sent' }]);
    expect(await readRows()).toEqual([{ ...good, sender: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    const { received } = functions().smtp;
    await expect
      .poll(() => received.flatMap(({ to }) => to).sort())
      .toEqual([owner, 'second@porchlight.test']);
    expect(received[0]?.source).toMatch(/^Reply-To: ann@example\.com\r?$/m);
    expect(received[0]?.source).toMatch(/^Subject: Message from Ann\r?$/m);
    expect(received[0]?.source).toContain('Is the porch open?');
  });

  test('of a form with parts is read too', async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries(good)) body.set(name, value);
    expect((await functions().send(path, { method: 'POST', body })).status).toBe(200);
    expect(await readRows()).toMatchObject([good]);
  });

  test('adds no header and no recipient to the mail', async () => {
    const name = 'Ann\r\nBcc: all@example.com\r\n\r\nHello';
    await sendJson({ ...good, name, message: 'About headers' });
    // That of the test before may arrive only now.
    const find = () => functions().smtp.received.find(({ source }) => source.includes('About headers'));
    await expect.poll(find).toBeDefined();
    expect(find()?.to).toEqual([owner]);
    expect(find()?.source).not.toMatch(/^Bcc:/m);
  });

  test('is stored without an owner, and the log says what to do', async () => {
    await functions().database.sql`select site.set_owners(${[]})`;
    expect((await sendJson(good)).status).toBe(200);
    expect(await readRows()).toHaveLength(1);
    expect(functions().logged()).toContain('add your address to `owners` in site.config.ts');
  });

  test('is stored where there is no queue of mails, as in a hosted project, and the log says how to have mails', async () => {
    const { sql } = functions().database;
    await sql.script('alter schema porchlight rename to elsewhere');
    const response = await sendJson(good).finally(() =>
      sql.script('alter schema elsewhere rename to porchlight'),
    );
    expect(response.status).toBe(200);
    expect(await readRows()).toHaveLength(1);
    expect(functions().logged()).toContain('create a database webhook for inserts into contact_messages');
  });

  test('of a program that fills in the hidden field is dropped, and the program hears nothing of it', async () => {
    const response = await sendJson({ ...good, homepage: 'https://example.com' });
    expect([response.status, await response.json()]).toMatchObject([200, { code: 'sent' }]);
    expect(await readRows()).toEqual([]);
  });

  test('with characters that a database refuses is stored without them', async () => {
    expect((await sendJson({ ...good, message: 'a\0b\ud800c' })).status).toBe(200);
    expect(await readRows()).toMatchObject([{ message: 'ab\ufffdc' }]);
  });
});

describe('a fault is named with its field', () => {
  test.each([
    [{ name: ' ' }, 'name', 'name-missing'],
    [{ name: 'x'.repeat(101) }, 'name', 'name-long'],
    [{ email: '' }, 'email', 'email-missing'],
    [{ email: 'ann' }, 'email', 'email-invalid'],
    [{ email: 'ann@example.com, bob@example.com' }, 'email', 'email-invalid'],
    [{ email: `${'x'.repeat(65)}@example.com` }, 'email', 'email-invalid'],
    [{ message: '\n' }, 'message', 'message-missing'],
    [{ message: 5 }, 'message', 'message-missing'],
    [{ message: 'x'.repeat(5001) }, 'message', 'message-long'],
  ])('%j', async (change, field, code) => {
    const response = await sendJson({ ...good, ...change });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ faults: [{ field, code, message: expect.any(String) }] });
    expect(await readRows()).toEqual([]);
  });

  test('all at once', async () => {
    const { faults } = await (await sendJson({})).json();
    expect(faults.map(({ code }: { code: string }) => code)).toEqual([
      'name-missing',
      'email-missing',
      'message-missing',
    ]);
  });

  test.each([
    ['text', 'text/plain', 'hello'],
    ['broken JSON', 'application/json', '{'],
    ['a JSON number', 'application/json', '5'],
    ['too many bytes', 'application/json', JSON.stringify({ ...good, message: 'x'.repeat(100_000) })],
  ])('but %s is a bad request', async (_, type, body) => {
    const response = await functions().send(path, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect([response.status, await response.json()]).toMatchObject([400, { message: expect.any(String) }]);
  });

  test('and GET is not answered', async () => {
    const response = await functions().send(path);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});

describe('in an hour', () => {
  const sendMany = async (count: number, address: (index: number) => string) => {
    const responses = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        sendJson({ ...good, name: `Ann ${index}` }, address(index)),
      ),
    );
    return responses.filter(({ status }) => status === 200).length;
  };

  test('five messages of one address are taken, also when they come together', async () => {
    expect(await sendMany(8, () => '198.51.100.1')).toBe(5);
    const refused = await sendJson(good, '198.51.100.1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(await refused.json()).toMatchObject({ code: 'too-many' });
    expect((await sendJson(good, '198.51.100.2')).status).toBe(200);
  });

  test('the addresses of one IPv6 network count as one', async () => {
    expect(await sendMany(8, (index) => `2001:db8:1:2::${index}`)).toBe(5);
    expect((await sendJson(good, '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await sendJson(good, '2001:db8:1:3::1')).status).toBe(200);
  });

  test('sixty messages of all addresses are taken', async () => {
    expect(await sendMany(64, (index) => `198.51.100.${index}`)).toBe(60);
  });

  test('after it, more are taken, and the hash of the address is gone', async () => {
    await sendMany(5, () => '198.51.100.1');
    await functions().database
      .sql`update public.contact_messages set created_at = now() - interval '61 minutes'`;
    expect((await sendJson(good, '198.51.100.1')).status).toBe(200);
    expect((await readRows()).filter(({ sender }) => sender !== null)).toHaveLength(1);
  });
});

describe('a browser without a script', () => {
  const locationOf = async (response: Promise<Response>) => {
    const { status, headers } = await response;
    return [status, headers.get('location')];
  };

  test('is led back to its page, to the message that it was sent', async () => {
    expect(await locationOf(sendForm(good))).toEqual([303, '/about#contact.sent']);
    expect(await readRows()).toMatchObject([good]);
  });

  test('is led to the first fault', async () => {
    expect(await locationOf(sendForm({ ...good, email: 'ann', message: '' }))).toEqual([
      303,
      '/about#contact.email-invalid',
    ]);
  });

  test.each([
    ['keeps the query', '/de/about?a=b', '/de/about?a=b#contact.sent'],
    ['leads to no other host by two slashes', '//evil.example/a', '/evil.example/a#contact.sent'],
    ['leads to no other host by a backslash', '/\\evil.example', '/evil.example#contact.sent'],
  ])('%s', async (_, page, location) => {
    const referer = functions().url + page;
    expect(await locationOf(sendForm(good, { referer }))).toEqual([303, location]);
  });

  test.each(['https://evil.example/about', '', 'nonsense'])('from "%s" is led nowhere', async (referer) => {
    const response = await sendForm(good, { referer });
    expect([response.status, response.headers.get('location')]).toEqual([200, null]);
    expect(await response.text()).toBe('Your message has been sent. Thank you.\n');
  });
});

describe('nobody but owners and the service role', () => {
  const rest = (key: string, address: string, body?: object) =>
    functions().send(`/rest/v1/${address}`, {
      method: body ? 'POST' : 'GET',
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

  test('reads messages', async () => {
    await sendJson(good);
    const { anonKey, serviceRoleKey } = functions().secrets;
    expect((await rest(anonKey, 'contact_messages')).status).toBe(401);
    expect(await (await rest(serviceRoleKey, 'contact_messages')).json()).toMatchObject([good]);
    expect(await readAs({ owner: true })).toMatchObject([good]);
    expect(await readAs({})).toEqual([]);
  });

  test('stores one beside the function', async () => {
    const given = { ...good, sender: 'x', limits: { sender: 5, all: 60 } };
    expect((await rest(functions().secrets.anonKey, 'rpc/receive_contact_message', given)).status).toBe(401);
    expect((await rest(functions().secrets.anonKey, 'contact_messages', good)).status).toBe(401);
  });

  /** What a user with this mark in the token sees. */
  function readAs(metadata: object) {
    const claims = { sub: crypto.randomUUID(), role: 'authenticated', aal: 'aal1', app_metadata: metadata };
    return functions().database.transaction(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      await sql`set local role authenticated`;
      return sql`select name, email, message from public.contact_messages`;
    });
  }
});
