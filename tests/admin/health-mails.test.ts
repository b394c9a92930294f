/** The queue of mails: what an owner sees of it, and can do about it. */
import { afterEach, expect, test } from 'vitest';
import { startAdmin } from '../harness/admin/test-admin.ts';
import { openTestMailer } from '../harness/auth/open-test-mailer.ts';
import { startTestSmtp } from '../harness/auth/start-test-smtp.ts';

const admin = startAdmin();
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const part of opened.splice(0).reverse()) await part.close();
  await admin().database.sql`delete from porchlight.message_queue`;
});

async function startMail(options: Parameters<typeof startTestSmtp>[0] = {}) {
  const smtp = await startTestSmtp(options);
  opened.push(smtp);
  const { mailer } = await openTestMailer(admin().database, { port: smtp.port });
  opened.push(mailer);
  return smtp;
}

async function addMail(state: string, { kind = 'recovery', recipient = 'ann@example.com' } = {}) {
  const content = state === 'queued' ? '{"subject": "Hello", "text": "secret code 123456"}' : null;
  const [row] = await admin().database.sql<{ id: string }[]>`
    insert into porchlight.message_queue (id, medium, kind, recipient, state, content, due_at, last_error)
    values (gen_random_uuid(), 'mail', ${kind}, ${recipient}, ${state}, ${content}::jsonb, now() + interval '1 hour', '451 try later')
    returning id`;
  return row?.id ?? '';
}

const read = async () => (await admin().call('/health/mails')).body;
const post = (path: string, body: object = {}) => admin().call(path, { method: 'POST', body });

test('the queue is listed with errors and without what the mails say', async () => {
  const id = await addMail('queued');
  const { text, body } = await admin().call('/health/mails');
  expect(text).not.toContain('secret code');
  expect(body).toMatchObject({
    delivery: 'smtp',
    mails: [{ id, kind: 'recovery', recipient: 'ann@example.com', state: 'queued', error: '451 try later' }],
  });
});

test('a waiting mail is sent at once', async () => {
  const smtp = await startMail();
  const id = await addMail('queued');
  expect((await post('/health/mails/resend', { id })).status).toBe(200);
  await expect.poll(async () => (await read()).mails[0].state).toBe('sent');
  expect(smtp.received[0]?.to).toEqual(['ann@example.com']);
  expect((await admin().log()).at(-1)).toBe('health.resend ann@example.com');
  expect(await post('/health/mails/resend', { id })).toMatchObject({
    status: 409,
    body: { code: 'not-waiting' },
  });
});

test('instead of a refused mail, a new one of its kind is sent', async () => {
  const { email } = await admin().createPerson();
  const recovery = await addMail('refused', { recipient: email });
  expect((await post('/health/mails/resend', { id: recovery })).status).toBe(200);
  expect(admin().service.lastMail(email).kind).toBe('recovery');
  const invite = await addMail('refused', { kind: 'invite', recipient: 'guest@example.com' });
  expect((await post('/health/mails/resend', { id: invite })).status).toBe(200);
  expect(admin().service.lastMail('guest@example.com').kind).toBe('invite');
  const contact = await addMail('refused', { kind: 'to_owners' });
  const refused = await post('/health/mails/resend', { id: contact });
  expect(refused).toMatchObject({ status: 409, body: { code: 'not-again' } });
  expect(await post('/health/mails/resend', { id: crypto.randomUUID() })).toMatchObject({ status: 404 });
});

test('a test mail goes to the owner, and tells what the mail server says', async () => {
  const smtp = await startMail({
    async onMail() {
      if (smtp.received.length > 0) throw Object.assign(new Error('mailbox is full'), { responseCode: 552 });
    },
  });
  const { status, body } = await post('/health/mails/test');
  expect(status).toBe(201);
  const find = async (id: string) => (await read()).mails.find((mail: { id: string }) => mail.id === id);
  await expect.poll(async () => (await find(body.id)).state).toBe('sent');
  expect(smtp.received[0]?.to).toEqual([admin().owner.email]);
  expect((await admin().log()).at(-1)).toBe(`health.test-mail ${admin().owner.email}`);
  const second = await post('/health/mails/test');
  await expect.poll(async () => (await find(second.body.id)).state).toBe('refused');
  expect((await find(second.body.id)).error).toContain('mailbox is full');
  await post('/health/mails/test');
  expect(await post('/health/mails/test')).toMatchObject({ status: 429, body: { code: 'too-often' } });
});
