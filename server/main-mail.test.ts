/** Mails without a configured delivery: the notice at the start, and the page that shows them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareSiteProcesses } from '../tests/harness/site-processes.ts';

const processes = prepareSiteProcesses();
const { start } = processes;

describe('the start', () => {
  it('says where mails are shown while no delivery is configured', async () => {
    const site = start();
    const { url } = await site.address();
    const link = new RegExp(`${url}/_mail\\?token=[\\w-]{43}`).exec(site.output())?.[0] ?? '';
    expect(site.lines().map(({ message }) => message)).toContain(
      `Emails are not sent until [auth.email.smtp] is set in supabase/config.toml. Read them here: ${link}`,
    );
    const opened = await fetch(link, { redirect: 'manual' });
    expect(opened.status).toBe(303);
    site.child.kill('SIGTERM');
    expect(await site.exit).toBe(0);
  });

  it('warns when the site is public and no mail can be sent', async () => {
    const site = start({ SITE_URL: 'https://example.com' });
    await site.address();
    expect(site.output()).not.toContain('/_mail');
    expect(site.lines()).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        message: expect.stringMatching(/^No email can be sent.*Set \[auth\.email\.smtp\]/),
      }),
    );
    site.child.kill('SIGTERM');
    expect(await site.exit).toBe(0);
  });
});

describe('the mail page', () => {
  const findLink = (output: string) => /http:\/\/localhost:\d+\/_mail\?token=([\w-]+)/.exec(output) ?? [];

  it('opens only with the link that the start prints', async () => {
    const site = start();
    const { url } = await site.address();
    const [link = '', token = ''] = findLink(site.output());
    expect((await fetch(`${url}/_mail`)).status).toBe(401);
    const opened = await fetch(link, { redirect: 'manual' });
    expect(opened.headers.get('location')).toBe('/_mail');
    const [cookie = ''] = opened.headers.get('set-cookie')?.split(';') ?? [];
    expect((await fetch(`${url}/_mail`, { headers: { cookie } })).status).toBe(200);
    site.child.kill('SIGTERM');
    await site.exit;
    // Printed once, in the notice: the request log does not repeat it.
    expect(site.output().split(token)).toHaveLength(2);
    expect(site.output()).toContain('"path":"/_mail","status":303');
    expect(token).toHaveLength(43);

    const again = start();
    const { url: newUrl } = await again.address();
    expect(findLink(again.output())[1]).toBe(token);
    expect((await fetch(`${newUrl}/_mail`, { headers: { cookie } })).status).toBe(200);
    again.child.kill('SIGTERM');
    await again.exit;
  });

  it.each([
    [
      'SMTP',
      '[auth.email.smtp]\nenabled = true\nhost = "127.0.0.1"\nport = 9\nadmin_email = "a@example.com"',
    ],
    [
      'SMTP, beside Twilio Verify,',
      '[auth.sms.twilio_verify]\nenabled = true\naccount_sid = "AC1"\nmessage_service_sid = "VA1"\nauth_token = "hush"\n' +
        '[auth.email.smtp]\nenabled = true\nhost = "127.0.0.1"\nport = 9\nadmin_email = "a@example.com"',
    ],
    ['a hook', '[auth.hook.send_email]\nenabled = true\nuri = "pg-functions://postgres/public/send"'],
  ])('does not exist when %s sends the mails, and text messages are refused', async (_name, toml) => {
    const config = join(processes.folder, 'config.toml');
    await writeFile(config, `[auth.sms]\nenable_signup = true\n${toml}\n`);
    const key = `sb_publishable_${'x'.repeat(20)}`;
    const site = start({ SUPABASE_CONFIG: config, PUBLISHABLE_KEY: key });
    const { url } = await site.address();
    expect(findLink(site.output())).toEqual([]);
    expect((await fetch(`${url}/_mail`)).status).toBe(404);
    const reply = await fetch(`${url}/auth/v1/otp`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ phone: '+4915112345678' }),
    });
    expect(await reply.json()).toMatchObject({ error_code: 'sms_send_failed' });
    site.child.kill('SIGTERM');
    expect(await site.exit).toBe(0);
  });
});
