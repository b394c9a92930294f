import { z } from 'zod';
import type { MailsState, QueuedMail } from '../../../app/admin/health/health-data.ts';
import { AdminError } from '../admin-error.ts';
import type { AdminCall, AdminRoute } from '../admin-route.ts';
import type { AskBackend, AskBackendOptions } from '../ask-backend.ts';
import { createExplainRefusal } from '../explain-refusal.ts';
import { type AccountMaker, mailLinksTo, readAuthAnswer } from '../people/account-maker.ts';
import type { SettingFacts } from './setting-faults.ts';

export interface MailRoutesOptions {
  askBackend: AskBackend;
  /** For mails that a visitor could ask for as well. */
  backend: AskBackendOptions;
  siteUrl: string;
  embedded: { health: { facts: SettingFacts }; accounts: AccountMaker } | undefined;
}

const explainRefusal = createExplainRefusal({
  statuses: { not_found: 404, sending: 409, not_waiting: 409, too_often: 429, hosted: 501 },
});

const chosenMail = z.object({ id: z.uuid() });

/** The queue of mails: what waits, what was refused, and whether the mail server takes one. */
export function createMailRoutes(options: MailRoutesOptions): AdminRoute[] {
  const { askBackend, siteUrl } = options;
  const requireEmbedded = () => {
    if (options.embedded) return options.embedded;
    throw new AdminError(
      501,
      'hosted',
      'The hosted project sends its own mails: see Authentication → Emails in its dashboard.',
    );
  };
  const ask = <Answer>({ token }: AdminCall, name: string, args?: object): Promise<Answer> =>
    askBackend<Answer>(token, name, args).catch(explainRefusal);

  return [
    {
      method: 'GET',
      path: '/health/mails',
      async answer(call) {
        const { facts } = requireEmbedded().health;
        const mails = await ask<QueuedMail[] | null>(call, 'admin_mails');
        return Response.json({ delivery: facts.mail, mails: mails ?? [] } satisfies MailsState);
      },
    },
    {
      method: 'POST',
      path: '/health/mails/resend',
      async answer(call) {
        const { id } = await call.readJson(chosenMail);
        const { accounts } = requireEmbedded();
        const mail = await ask<Pick<QueuedMail, 'kind' | 'recipient' | 'state'>>(call, 'admin_resend_mail', {
          mail: id,
        });
        if (mail.state === 'refused') await sendNew(options, accounts, mail);
        return Response.json({});
      },
    },
    {
      method: 'POST',
      path: '/health/mails/test',
      async answer(call) {
        requireSmtp(requireEmbedded().health.facts);
        const id = await ask<string>(call, 'admin_send_test_mail', {
          subject: `A test mail of ${new URL(siteUrl).host}`,
          body: `This mail was sent from ${siteUrl}/admin/health. Since it has arrived, the site can send mails.\n`,
        });
        return Response.json({ id }, { status: 201 });
      },
    },
  ];
}

function requireSmtp({ mail }: SettingFacts): void {
  if (mail === 'smtp') return;
  const reasons = {
    hook: 'Mails of this site are written by the hook send_email, which has no test mail. Send a recovery mail to yourself instead.',
    page: 'No mail server is set, so that mails are kept on this machine. Set [auth.email.smtp] in supabase/config.toml, and restart.',
    none: 'No mail server is set. Set [auth.email.smtp] in supabase/config.toml, and restart.',
  };
  throw new AdminError(409, 'no-mail-server', reasons[mail]);
}

/** The text of a refused mail is deleted, as it held a secret: the auth service is asked for a new one of its kind. */
async function sendNew(
  { backend, siteUrl }: MailRoutesOptions,
  accounts: AccountMaker,
  { kind, recipient }: Pick<QueuedMail, 'kind' | 'recipient'>,
): Promise<void> {
  if (kind === 'invite') {
    await accounts.invite({ email: recipient, name: '' });
    return;
  }
  const requests: Record<string, [path: string, body: object]> = {
    recovery: ['/recover', { email: recipient }],
    confirmation: ['/resend', { email: recipient, type: 'signup' }],
  };
  const request = requests[kind];
  if (!request)
    throw new AdminError(
      409,
      'not-again',
      'The text of this mail was deleted with its code. The person has to ask for a new one.',
    );
  const [path, body] = request;
  const response = await backend.fetch(
    new Request(`${backend.url}/auth/v1${path}?${mailLinksTo(siteUrl)}`, {
      method: 'POST',
      headers: {
        apikey: backend.key,
        authorization: `Bearer ${backend.key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    }),
  );
  await readAuthAnswer(response);
}
