import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { renderMailPage } from '../app/entry.server.tsx';
import type { Database } from '../database/database.ts';
import { json } from '../database/driver/values.ts';
import { openTestDatabase } from '../tests/harness/auth/open-test-database.ts';
import { openTestMailer, testVariables } from '../tests/harness/auth/open-test-mailer.ts';
import { createMailBox, type MailBox } from './mail-box.ts';

const key = 'k'.repeat(43);
const withKey = { Cookie: `porchlight-mail=${key}` };
let database: Database;
let mailBox: MailBox;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  mailBox = createMailBox({
    database,
    key,
    renderPage: async (view, status) =>
      new Response(renderMailPage(view), { status, headers: { 'cache-control': 'no-cache' } }),
  });
});
afterEach(async () => {
  for (const part of opened.splice(0)) await part.close();
  await database.sql`truncate porchlight.message_queue`;
});
afterAll(() => database.close());

async function queueMail(variables: object = {}): Promise<void> {
  const { mailer } = await openTestMailer(database, {});
  opened.push(mailer);
  await database.transaction((sql) =>
    mailer.queue(sql, {
      kind: 'magic_link',
      to: 'ann@porchlight.test',
      variables: { ...testVariables, ...variables },
    }),
  );
}

const get = (path: string, headers: Record<string, string> = {}, client = '127.0.0.1') =>
  mailBox(new Request(`http://localhost:3000${path}`, { headers: { ...withKey, ...headers } }), client);

async function readJson(path: string) {
  return (await get(path, { Accept: 'application/json' })).json();
}

describe('with the key', () => {
  test('an empty mailbox says what to do', async () => {
    expect(await (await get('/_mail')).text()).toContain('Nothing yet.');
    expect(await readJson('/_mail')).toEqual({ messages: [] });
  });

  test('a mail that the database has queued is listed and shown', async () => {
    const id = crypto.randomUUID();
    await database.sql`
      insert into porchlight.message_queue (id, medium, kind, recipient, content, state)
      values (${id}, 'mail', 'to_owners', 'owner@porchlight.test', ${json({ subject: 'Message from Ann', text: 'Hello' })}, 'queued')`;
    expect(await readJson('/_mail')).toMatchObject({ messages: [{ id, subject: 'Message from Ann' }] });
    expect(await readJson(`/_mail/${id}`)).toMatchObject({ text: 'Hello' });
    expect(await (await get(`/_mail/${id}`)).text()).toContain('Hello');
  });

  test('mails are listed newest first, and each shows text, link and code', async () => {
    await queueMail();
    await queueMail({ Token: '314159' });
    const { messages } = await readJson('/_mail');
    expect(messages).toMatchObject([{ code: '314159' }, { code: '271828', to: 'ann@porchlight.test' }]);
    const list = await (await get('/_mail')).text();
    expect(list).toContain(`<a href="/_mail/${messages[0].id}">Your sign-in link</a>`);

    const page = await get(`/_mail/${messages[0].id}`);
    const html = await page.text();
    expect(html).toContain('>314159</p>');
    expect(html).toContain(`<a href="${testVariables.ConfirmationURL}"`);
    expect(html).toContain(`src="/_mail/${messages[0].id}/html" sandbox=""`);
    expect(await readJson(`/_mail/${messages[0].id}`)).toEqual(messages[0]);
  });

  test('pages are not cached and send no referrer, and the mail itself can run nothing', async () => {
    await queueMail();
    const [message] = (await readJson('/_mail')).messages;
    for (const path of ['/_mail', `/_mail/${message.id}`, `/_mail/${message.id}/html`]) {
      const { headers } = await get(path);
      expect(headers.get('Cache-Control')).toBe('private, no-store');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
    const part = await get(`/_mail/${message.id}/html`);
    expect(part.headers.get('Content-Security-Policy')).toMatch(/^sandbox;/);
    expect(await part.text()).toBe(message.html);
  });

  test('HTML in a mail is shown, not run', async () => {
    const evil = '<script>alert(1)</script>"\'';
    await database.sql`
      insert into porchlight.message_queue (id, medium, kind, recipient, state, content)
      values (gen_random_uuid(), 'mail', 'invite', ${evil}, 'outbox',
        ${json({ subject: evil, text: evil, html: evil, code: evil, link: 'javascript:alert(1)' })})`;
    const [message] = (await readJson('/_mail')).messages;
    for (const path of ['/_mail', `/_mail/${message.id}`]) {
      const html = await (await get(path)).text();
      expect(html).not.toContain('<script');
      expect(html).not.toContain('javascript:');
    }
  });

  test('mails that will be sent are not shown', async () => {
    await queueMail();
    const [message] = (await readJson('/_mail')).messages;
    await database.sql`update porchlight.message_queue set state = 'queued'`;
    expect(await readJson('/_mail')).toEqual({ messages: [] });
    expect((await get(`/_mail/${message.id}`)).status).toBe(404);
  });

  test.each([
    '/_mail/x',
    '/_mail/00000000-0000-0000-0000-000000000000',
    '/_mail/../',
    "/_mail/'%20or%201=1",
  ])('%s is not found', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test('nothing can be changed', async () => {
    const reply = await mailBox(new Request('http://localhost/_mail', { method: 'POST' }), '127.0.0.1');
    expect(reply.status).toBe(405);
  });
});

describe('without the key', () => {
  const knock = (path: string, headers: Record<string, string> = {}) =>
    mailBox(new Request(`http://localhost:3000${path}`, { headers }), '127.0.0.1');

  /** The default headers of a proxy in front of the site: its own address, the name of this machine, and no header of its own. */
  test('a visitor behind a proxy that adds no header sees no mail', async () => {
    await queueMail();
    const [message] = (await readJson('/_mail')).messages;
    for (const path of ['/_mail', '/_mail/', `/_mail/${message.id}`, `/_mail/${message.id}/html`]) {
      for (const Accept of ['text/html', 'application/json']) {
        const reply = await knock(path, { Accept });
        const said = await reply.text();
        expect(reply.status).toBe(401);
        expect(said).toContain('Open the link that the terminal shows');
        for (const secret of [message.code, message.link, message.to, message.subject, key])
          expect(said).not.toContain(secret);
      }
    }
  });

  test('an existing mail and a missing one have the same response', async () => {
    await queueMail();
    const [message] = (await readJson('/_mail')).messages;
    const there = await knock(`/_mail/${message.id}`);
    const missing = await knock('/_mail/00000000-0000-0000-0000-000000000000');
    expect([missing.status, await missing.text()]).toEqual([there.status, await there.text()]);
  });

  test.each([
    ['another token', `/_mail?token=${'x'.repeat(43)}`, {}],
    ['an empty token', '/_mail?token=', {}],
    ['the beginning of the token', `/_mail?token=${key.slice(0, -1)}`, {}],
    ['more than the token', `/_mail?token=${key}k`, {}],
    ['another cookie', '/_mail', { Cookie: `porchlight-mail=${'x'.repeat(43)}` }],
    ['an empty cookie', '/_mail', { Cookie: 'porchlight-mail=' }],
    ['a cookie of another name', '/_mail', { Cookie: `x-porchlight-mail=${key}` }],
  ])('%s gives no access', async (_name, path, headers) => {
    const reply = await knock(path, headers);
    expect(reply.status).toBe(401);
    expect(reply.headers.get('Set-Cookie')).toBeNull();
  });

  test('the link of the terminal sets the cookie and redirects to a URL without the token', async () => {
    const reply = await knock(`/_mail?token=${key}`);
    expect(reply.status).toBe(303);
    expect(reply.headers.get('Location')).toBe('/_mail');
    expect(reply.headers.get('Cache-Control')).toBe('private, no-store');
    expect(reply.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(reply.headers.get('Set-Cookie')).toBe(
      `porchlight-mail=${key}; Path=/_mail; Max-Age=2592000; HttpOnly; SameSite=Strict`,
    );
  });

  test('the token does not open a single mail, whose URL is shared more easily', async () => {
    await queueMail();
    const [message] = (await readJson('/_mail')).messages;
    expect((await knock(`/_mail/${message.id}?token=${key}`)).status).toBe(401);
  });
});

describe('from anywhere else, even with the key', () => {
  test.each([
    ['another machine', {}, '203.0.113.9'],
    ['a name that was pointed at this machine', { Host: 'evil.test' }, '127.0.0.1'],
    ['a name that looks like this machine', { Host: 'localhost.evil.test' }, '127.0.0.1'],
    ['a name that begins like this machine', { Host: '127.0.0.1.evil.test' }, '127.0.0.1'],
    ['a proxy on this machine', { 'X-Forwarded-For': '203.0.113.9' }, '127.0.0.1'],
    ['a proxy of another kind', { Forwarded: 'for=203.0.113.9' }, '127.0.0.1'],
  ])('%s, the page does not exist', async (_name, headers, client) => {
    await queueMail();
    const reply = await get('/_mail', headers, client);
    expect(reply.status).toBe(404);
    expect(await reply.text()).toBe('Not found\n');
  });

  test.each([
    'localhost',
    'localhost:3000',
    '127.0.0.1:80',
    '[::1]:3000',
    'LOCALHOST',
  ])('%s is this machine', async (Host) => {
    expect((await get('/_mail', { Host })).status).toBe(200);
  });
});
