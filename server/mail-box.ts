import type { MailView, UnsentMessage } from '../app/mail-page/mail-view.ts';
import { readCookie } from '../app/session/token-cookies.ts';
import type { Connections } from '../database/database.ts';
import { fragment } from '../database/driver/sql.ts';
import { isFromThisMachine } from './from-this-machine.ts';
import { isSameKey } from './mail-page-key.ts';

/**
 * The page `/_mail`: mails and text messages that were written while no delivery was configured. It contains codes and links for signing
 * in, so it opens only with the link of the terminal. Addresses and headers are no protection: behind a proxy on the same machine every
 * visitor looks local.
 */
export interface MailBoxOptions {
  database: Pick<Connections, 'sql'>;
  /** The secret of the link. */
  key: string;
  renderPage: RenderMailPage;
}

/** Renders the page in the site's layout, with the site's security headers. */
export type RenderMailPage = (view: MailView, status: number) => Promise<Response>;

export type MailBox = (request: Request, clientAddress: string) => Promise<Response>;

const maxMessages = 100;
const address = /^\/_mail(?:\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\/html)?)?\/?$/;

const cookie = 'porchlight-mail';
const cookieSeconds = 30 * 24 * 3600;

export function createMailBox({ database, key, renderPage }: MailBoxOptions): MailBox {
  return async (request, clientAddress) => {
    const url = new URL(request.url);
    const [matches, id, part] = address.exec(url.pathname) ?? [];
    // A second check, for a leaked link, e.g. from a log.
    if (!isFromThisMachine(request, clientAddress) || matches === undefined) return notFound();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return respond('Only GET is possible here.\n', 'text/plain', {
        status: 405,
        headers: { Allow: 'GET, HEAD' },
      });
    }
    if (id === undefined && isSameKey(url.searchParams.get('token'), key)) return redirectWithCookie(key);
    if (!isSameKey(readCookie(request.headers.get('Cookie') ?? '', cookie), key))
      return showPage({ kind: 'locked' }, 401);
    const wantsJson = (request.headers.get('Accept') ?? '').includes('application/json');
    if (id === undefined) {
      const messages = await listMessages(database);
      return wantsJson ? respondJson({ messages }) : showPage({ kind: 'list', messages });
    }
    const message = await findMessage(database, id);
    if (message === undefined) return notFound();
    if (part !== undefined) return respondMailHtml(message.html ?? '');
    return wantsJson ? respondJson(message) : showPage({ kind: 'message', message });
  };

  async function showPage(view: MailView, status = 200): Promise<Response> {
    const response = await renderPage(view, status);
    for (const [name, value] of Object.entries(privateHeaders)) response.headers.set(name, value);
    return response;
  }
}

/**
 * Redirects to the page without the secret, so that it is neither in the address bar nor in the history. The cookie is for this path only
 * and is not sent by other sites.
 */
function redirectWithCookie(key: string): Response {
  const setCookie = `${cookie}=${key}; Path=/_mail; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Strict`;
  return respond('', 'text/plain', { status: 303, headers: { Location: '/_mail', 'Set-Cookie': setCookie } });
}

async function listMessages({ sql }: Pick<Connections, 'sql'>): Promise<UnsentMessage[]> {
  return sql<UnsentMessage[]>`
    select ${messageColumns} from porchlight.message_queue
    where ${isUnsent} order by created_at desc limit ${maxMessages}`;
}

async function findMessage(
  { sql }: Pick<Connections, 'sql'>,
  id: string,
): Promise<UnsentMessage | undefined> {
  const [message] = await sql<UnsentMessage[]>`
    select ${messageColumns} from porchlight.message_queue where ${isUnsent} and id = ${id}`;
  return message;
}

/** The database queues mails to owners (`site.mail_owners`), and does not know that nothing sends them here. */
const isUnsent = fragment`(state = 'outbox' or (state = 'queued' and kind = 'to_owners'))`;

const messageColumns = fragment`
  id, medium, kind, recipient as to, content->>'subject' as subject, content->>'text' as text, content->>'html' as html,
  content->>'link' as link, content->>'code' as code, created_at as "createdAt"`;

const notFound = () => respond('Not found\n', 'text/plain', { status: 404 });

function respondJson(value: unknown): Response {
  return respond(JSON.stringify(value), 'application/json');
}

/** The mail itself, without scripts, requests, forms or an origin. Only our own page may frame it. */
function respondMailHtml(html: string): Response {
  const policy =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'";
  return respond(html, 'text/html', { headers: { 'Content-Security-Policy': policy } });
}

const privateHeaders = {
  'Cache-Control': 'private, no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

function respond(
  body: string,
  type: string,
  more: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(body, {
    status: more.status ?? 200,
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      ...privateHeaders,
      ...more.headers,
    },
  });
}
