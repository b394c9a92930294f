import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../backend/auth/mail/open-test-database.ts';
import { openTestMailer, testVariables } from '../backend/auth/mail/open-test-mailer.ts';
import type { Database } from '../database/database.ts';
import { createMailBox, type MailBox } from './mail-box.ts';

let database: Database;
let mailBox: MailBox;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  mailBox = createMailBox({ database, isLoopback: (address) => address === '127.0.0.1' });
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
  mailBox(new Request(`http://localhost:3000${path}`, { headers }), client);

async function readJson(path: string) {
  return (await get(path, { Accept: 'application/json' })).json();
}

describe('on this machine', () => {
  test('an empty box says what to do', async () => {
    expect(await (await get('/_mail')).text()).toContain('Nothing yet.');
    expect(await readJson('/_mail')).toEqual({ messages: [] });
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
    expect(html).toContain('<p class="code">314159</p>');
    expect(html).toContain(`<a href="${testVariables.ConfirmationURL}"`);
    expect(html).toContain(`<iframe src="/_mail/${messages[0].id}/html" sandbox`);
    expect(await readJson(`/_mail/${messages[0].id}`)).toEqual(messages[0]);
  });

  test('pages hold no scripts, are not kept and cannot be framed', async () => {
    await queueMail();
    const [message] = (await readJson('/_mail')).messages;
    for (const path of ['/_mail', `/_mail/${message.id}`, `/_mail/${message.id}/html`]) {
      const { headers } = await get(path);
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      expect(headers.get('Cache-Control')).toBe('private, no-store');
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
    const part = await get(`/_mail/${message.id}/html`);
    expect(part.headers.get('Content-Security-Policy')).toMatch(/^sandbox;/);
    expect(await part.text()).toBe(message.html);
  });

  test('what a mail holds is shown, not obeyed', async () => {
    const evil = '<script>alert(1)</script>"\'';
    await database.sql`
      insert into porchlight.message_queue (id, medium, kind, recipient, state, content)
      values (gen_random_uuid(), 'mail', 'invite', ${evil}, 'outbox',
        ${database.sql.json({ subject: evil, text: evil, html: evil, code: evil, link: 'javascript:alert(1)' })})`;
    const [message] = (await readJson('/_mail')).messages;
    for (const path of ['/_mail', `/_mail/${message.id}`]) {
      const html = await (await get(path)).text();
      expect(html).not.toContain('<script');
      expect(html).not.toContain('javascript:');
    }
  });

  test('mails that are on their way to a server are not shown', async () => {
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

describe('from anywhere else', () => {
  test.each([
    ['another machine', {}, '203.0.113.9'],
    ['a name that was pointed at this machine', { Host: 'evil.test' }, '127.0.0.1'],
    ['a name that looks like this machine', { Host: 'localhost.evil.test' }, '127.0.0.1'],
    ['a name that begins like this machine', { Host: '127.0.0.1.evil.test' }, '127.0.0.1'],
    ['a proxy on this machine', { 'X-Forwarded-For': '203.0.113.9' }, '127.0.0.1'],
    ['a proxy of another kind', { Forwarded: 'for=203.0.113.9' }, '127.0.0.1'],
  ])('%s, there is nothing', async (_name, headers, client) => {
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
