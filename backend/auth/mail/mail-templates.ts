import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Log } from '../../../database/log.ts';
import { SettingsError } from '../../identity/settings-error.ts';
import type { MailKind, MailVariables } from '../service/ports.ts';
import { defaultMails } from './default-mails.ts';
import { compileHtmlTemplate, compileTextTemplate, type Template } from './go-template.ts';
import { toHeaderText } from './mail-address.ts';
import { toHtmlSource, toTextSource } from './mail-layout.ts';
import type { MessageContent } from './message-store.ts';

/** What an owner may replace: `[auth.email.template.<kind>]` of config.toml. Empty means the default. */
export interface TemplateOverride {
  enabled?: boolean;
  subject: string;
  contentPath: string;
}

/** The templates of config.toml, whose folder is `folder`. */
export interface TemplateSettings {
  template: Record<string, TemplateOverride>;
  notification: Record<string, TemplateOverride>;
}

export type RenderMail = (kind: MailKind, variables: MailVariables) => MessageContent;

/** Reads and checks all templates, so that a fault is found at the start and not at the first sign-up. */
export async function readMailTemplates(
  overrides: ReadonlyMap<MailKind, TemplateOverride>,
): Promise<RenderMail> {
  const mails = new Map<MailKind, { subject: Template; html: Template; text: Template | undefined }>();
  let htmlToText = (_html: string): string => '';
  for (const kind of mailKinds) {
    const copy = defaultMails[kind];
    const override = overrides.get(kind);
    const path = override?.contentPath || undefined;
    const ownHtml = path === undefined ? undefined : await readContent(path, kind);
    // Imported only for an owner's template: the default mails have both parts.
    if (ownHtml !== undefined) ({ htmlToText } = await import('./html-to-text.ts'));
    mails.set(kind, {
      subject: check(`the subject of ${kind}`, () => compileTextTemplate(override?.subject || copy.subject)),
      html: check(path ?? kind, () => compileHtmlTemplate(ownHtml ?? toHtmlSource(copy))),
      text: ownHtml === undefined ? compileTextTemplate(toTextSource(copy)) : undefined,
    });
  }

  return (kind, given) => {
    const mail = mails.get(kind);
    if (mail === undefined) throw new Error(`There is no mail template called "${kind}".`);
    const variables = { ...given, Data: shorten(given.Data ?? {}) };
    const html = mail.html(variables);
    return {
      subject: toHeaderText(mail.subject(variables)),
      text: mail.text?.(variables) ?? htmlToText(html),
      html,
      ...(given.ConfirmationURL === undefined ? {} : { link: given.ConfirmationURL }),
      ...(given.Token === undefined ? {} : { code: given.Token }),
    };
  };
}

/**
 * Finds the mail of each template. A notification called `password_changed` is the mail `password_changed_notification`. As in Supabase's
 * CLI, the path of a template begins at the project's folder, which holds `supabase/`, and that of a notification in `supabase/`.
 */
export function collectOverrides(
  { template, notification }: TemplateSettings,
  folder: string,
  log: Log,
): Map<MailKind, TemplateOverride> {
  const overrides = new Map<MailKind, TemplateOverride>();
  const add = (kind: string, override: TemplateOverride, base: string) => {
    const contentPath = override.contentPath && resolve(base, override.contentPath);
    if (isMailKind(kind)) overrides.set(kind, { ...override, contentPath });
    else
      log({
        level: 'warn',
        message: `There is no mail called "${kind}"; there are ${mailKinds.join(', ')}.`,
      });
  };
  for (const [name, override] of Object.entries(template)) add(name, override, dirname(resolve(folder)));
  for (const [name, override] of Object.entries(notification))
    if (override.enabled !== false) add(`${name}_notification`, override, folder);
  return overrides;
}

/** The files that `content_path` of config.toml leads to. */
export function listTemplateFiles(settings: TemplateSettings, folder: string): string[] {
  const overrides = [...collectOverrides(settings, folder, () => {}).values()];
  return overrides.map(({ contentPath }) => contentPath).filter((path) => path !== '');
}

export const mailKinds = Object.keys(defaultMails).filter(isMailKind);

export function isMailKind(name: string): name is MailKind {
  return Object.hasOwn(defaultMails, name);
}

async function readContent(path: string, kind: MailKind): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const base = kind.endsWith('_notification')
      ? 'in supabase/'
      : "at the project's folder, which holds supabase/";
    throw new SettingsError(
      `The mail template ${kind} cannot be read: content_path leads to ${path}. A relative path begins ${base}.`,
      { cause: error },
    );
  }
}

function check<Result>(where: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SettingsError(`The mail template ${where} has a fault: ${error.message}.`, { cause: error });
  }
}

/** Data is what users write about themselves. A display name must not carry a long text to a stranger. */
function shorten(data: Record<string, unknown>): unknown {
  return JSON.parse(
    JSON.stringify(data, (_key, value: unknown) => (typeof value === 'string' ? value.slice(0, 500) : value)),
  );
}
