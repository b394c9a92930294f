import site from '../../../site.config.ts';
import { AdminError } from '../admin-error.ts';

/** Creates accounts through the admin API of the auth service, whose key stays in here. Only with the embedded backend. */
export interface AccountMaker {
  /** With a confirmed address. */
  create(account: { id: string; email: string; password: string; name: string }): Promise<{ id: string }>;
  /** Sends a mail with a link; repeats it for an account that is not confirmed yet. */
  invite(account: { email: string; name: string }): Promise<{ id: string }>;
}

export interface AccountMakerOptions {
  fetch(request: Request): Promise<Response>;
  siteUrl: string;
  serviceKey: string;
}

export function createAccountMaker(options: AccountMakerOptions): AccountMaker {
  const { siteUrl, serviceKey } = options;
  async function post(path: string, body: object): Promise<{ id: string }> {
    const headers = {
      apikey: serviceKey,
      authorization: `Bearer ${serviceKey}`,
      'content-type': 'application/json',
    };
    const request = new Request(`${siteUrl}/auth/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const answer = await readAuthAnswer(await options.fetch(request));
    return { id: String(answer.id) };
  }
  return {
    create: ({ id, email, password, name }) =>
      post('/admin/users', { id, email, password, email_confirm: true, user_metadata: toMetadata(name) }),
    invite: ({ email, name }) => post(`/invite?${mailLinksTo(siteUrl)}`, { email, data: toMetadata(name) }),
  };
}

/** The parameter of the auth service that says where the links in its mails lead. */
export function mailLinksTo(siteUrl: string): string {
  return new URLSearchParams({ redirect_to: siteUrl + site.signIn.callback }).toString();
}

function toMetadata(name: string): { name?: string } {
  return name === '' ? {} : { name };
}

const refusals: Record<string, [status: number, message: string]> = {
  email_exists: [409, 'There is an account with this address already.'],
  user_already_exists: [409, 'There is an account with this address already.'],
  email_address_invalid: [400, 'That is not an email address. It should look like name@example.org.'],
  validation_failed: [400, 'That is not an email address. It should look like name@example.org.'],
  over_email_send_rate_limit: [
    429,
    'The site has sent too many mails for the moment. Please try again later.',
  ],
  over_request_rate_limit: [429, 'That was too often for the moment. Please try again in a minute.'],
  captcha_failed: [
    409,
    'This project asks for a captcha before it sends a mail. The person can ask for the mail on the sign-in page.',
  ],
  email_provider_disabled: [409, 'Signing in by email is turned off on this site.'],
};

/** The answer of the auth service; what it refuses is explained to the owner. */
export async function readAuthAnswer(response: Response): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = Object(await response.json().catch(() => undefined));
  if (response.ok) return body;
  const code = String(body.error_code ?? body.code ?? '');
  const [status, message] = refusals[code] ?? [
    502,
    `The auth service refused: ${body.msg ?? response.status}`,
  ];
  throw new AdminError(status, code || 'auth-refused', message);
}
