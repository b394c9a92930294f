import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MailKind } from '../service/ports.ts';
import { collectOverrides, mailKinds, readMailTemplates, type TemplateSettings } from './mail-templates.ts';

const variables = {
  ConfirmationURL: 'https://porchlight.test/confirm?token=abc&type=email',
  Token: '271828',
  SiteURL: 'https://porchlight.test',
  Email: 'ann@porchlight.test',
  NewEmail: 'new@porchlight.test',
  OldEmail: 'old@porchlight.test',
  Phone: '15550100',
  OldPhone: '15550199',
  Provider: 'github',
  FactorType: 'totp',
  Data: { name: 'Ann <b>' },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porchlight-templates-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function readWith(kind: MailKind, override: { subject?: string; content?: string }) {
  if (override.content !== undefined) await writeFile(join(folder, 'own.html'), override.content);
  const contentPath = override.content === undefined ? '' : join(folder, 'own.html');
  return readMailTemplates(new Map([[kind, { subject: override.subject ?? '', contentPath }]]));
}

describe('the default mails', () => {
  test.each(mailKinds)('%s has the same content in both parts, and no unresolved template', async (kind) => {
    const render = await readMailTemplates(new Map());
    const mail = render(kind, variables);
    for (const part of [mail.subject, mail.text, mail.html])
      expect(part).not.toMatch(/\{\{|\}\}|undefined|<no value>/);
    expect(mail.html).toContain('color-scheme');
    const isNotice = kind.endsWith('_notification');
    for (const part of [mail.text, mail.html]) {
      expect(part?.includes('271828')).toBe(true);
      expect(part?.includes('https://porchlight.test')).toBe(true);
    }
    const links = mail.html?.match(/<a /g) ?? [];
    expect(links).toHaveLength(isNotice || kind === 'reauthentication' ? 0 : 1);
  });

  test('without a link or a code have no gap for them', async () => {
    const render = await readMailTemplates(new Map());
    const mail = render('magic_link', { SiteURL: 'https://porchlight.test' });
    expect(mail.html).not.toContain('<a ');
    expect(mail.html).not.toContain('class="code"');
    expect(mail.text).not.toContain('code where');
    expect(mail).not.toHaveProperty('link');
  });
});

describe("the owner's mails", () => {
  const own = '<h2>Hola {{ .Data.name }}</h2><p><a href="{{ .SiteURL }}/x?h={{ .TokenHash }}">Entra</a></p>';

  test('take subject and content from the settings, and the text part from the content', async () => {
    const render = await readWith('invite', { subject: 'Hola {{ .Email }}', content: own });
    const mail = render('invite', { ...variables, TokenHash: 'a&b' });
    expect(mail.subject).toBe('Hola ann@porchlight.test');
    expect(mail.html).toBe(
      '<h2>Hola Ann &lt;b&gt;</h2><p><a href="https://porchlight.test/x?h=a%26b">Entra</a></p>',
    );
    expect(mail.text).toBe('Hola Ann <b>\n\nEntra: https://porchlight.test/x?h=a%26b');
    expect(render('recovery', variables).subject).toBe('Reset your password');
  });

  test('with a subject alone keep the default content', async () => {
    const mail = (await readWith('invite', { subject: 'Come in' }))('invite', variables);
    expect(mail.subject).toBe('Come in');
    expect(mail.text).toContain('You are invited');
  });

  test('shorten what users say about themselves', async () => {
    const render = await readWith('invite', { content: '{{ .Data.name }}{{ range .Data.list }}.{{ end }}' });
    const Data = { name: 'x'.repeat(100_000), list: Array.from({ length: 5000 }, () => 1) };
    expect(render('invite', { ...variables, Data }).html).toBe('x'.repeat(500) + '.'.repeat(100));
  });

  test('with a fault are reported at the start, with file, line and fault', async () => {
    const broken = readWith('invite', { content: '<p>\n{{ if .Token }}\n{{ shout .Token }}{{ end }}' });
    await expect(broken).rejects.toThrow(
      `${join(folder, 'own.html')} has a fault: line 3: there is no function "shout"`,
    );
    await expect(readWith('invite', { subject: '{{ .Token' })).rejects.toThrow(
      'the subject of invite has a fault',
    );
  });

  const settings = (contentPath: string, enabled = true) => ({ enabled, subject: '', contentPath });
  const collect = (given: Partial<TemplateSettings>) =>
    collectOverrides({ template: {}, notification: {}, ...given }, join(folder, 'supabase'), () => {});

  test('are found as by Supabase’s CLI: templates from the project’s folder, notifications from supabase/', async () => {
    const overrides = collect({
      template: { invite: settings('./supabase/templates/invite.html') },
      notification: {
        password_changed: settings('./templates/changed.html'),
        email_changed: settings(join(folder, 'absolute.html')),
      },
    });
    expect([...overrides].map(([kind, { contentPath }]) => [kind, contentPath])).toEqual([
      ['invite', join(folder, 'supabase/templates/invite.html')],
      ['password_changed_notification', join(folder, 'supabase/templates/changed.html')],
      ['email_changed_notification', join(folder, 'absolute.html')],
    ]);
  });

  test('that do not exist are reported with the folder in which their paths begin', async () => {
    const missing = collect({ template: { invite: settings('gone.html') } });
    await expect(readMailTemplates(missing)).rejects.toThrow(
      `content_path leads to ${join(folder, 'gone.html')}. A relative path begins at the project's folder`,
    );
    const changed = collect({ notification: { password_changed: settings('gone.html') } });
    await expect(readMailTemplates(changed)).rejects.toThrow(
      `content_path leads to ${join(folder, 'supabase', 'gone.html')}. A relative path begins in supabase/`,
    );
  });

  test('that are off are not read', async () => {
    await readMailTemplates(collect({ notification: { password_changed: settings('gone.html', false) } }));
  });
});
