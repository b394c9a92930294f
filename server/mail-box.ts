import { readCookie } from '../app/session/token-cookies.ts';
import type { Connections } from '../database/database.ts';
import { isSameKey } from './mail-page-key.ts';

/**
 * The page `/_mail`: mails and text messages that were written while nothing was set up to send them. It holds codes and links that
 * let people in, so it opens only with the link that the terminal shows. Addresses and headers cannot stand in for that: behind a proxy
 * on the same machine every visitor looks like a local one.
 */
export interface MailBoxOptions {
  database: Pick<Connections, 'sql'>;
  isLoopback(clientAddress: string): boolean;
  /** The secret of the link in the terminal. */
  key: string;
}

export type MailBox = (request: Request, clientAddress: string) => Promise<Response>;

interface Message {
  id: string;
  medium: 'mail' | 'phone';
  kind: string;
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
  link: string | null;
  code: string | null;
  createdAt: Date;
}

const longestList = 100;
const address = /^\/_mail(?:\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\/html)?)?\/?$/;

const cookie = 'porchlight-mail';
const cookieSeconds = 30 * 24 * 3600;

export function createMailBox({ database, isLoopback, key }: MailBoxOptions): MailBox {
  return async (request, clientAddress) => {
    const url = new URL(request.url);
    const [matches, id, part] = address.exec(url.pathname) ?? [];
    if (!isLoopback(clientAddress) || !isMeantForLoopback(request, url) || matches === undefined)
      return notFound();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return respond('Only GET is possible here.\n', 'text/plain', {
        status: 405,
        headers: { Allow: 'GET, HEAD' },
      });
    }
    if (id === undefined && isSameKey(url.searchParams.get('token'), key)) return redirectWithCookie(key);
    if (!isSameKey(readCookie(request.headers.get('Cookie') ?? '', cookie), key))
      return respond(renderLocked(), 'text/html', { status: 401 });
    const wantsJson = (request.headers.get('Accept') ?? '').includes('application/json');
    if (id === undefined) {
      const messages = await listMessages(database);
      return wantsJson ? respondJson({ messages }) : respond(renderList(messages), 'text/html');
    }
    const message = await findMessage(database, id);
    if (message === undefined) return notFound();
    if (part !== undefined) return respondMailHtml(message.html ?? '');
    return wantsJson ? respondJson(message) : respond(renderMessage(message), 'text/html');
  };
}

/**
 * Leads to the page without the secret, so that it stands neither in the address bar nor in the history. The cookie is for this page
 * alone and is sent by no other site.
 */
function redirectWithCookie(key: string): Response {
  const setCookie = `${cookie}=${key}; Path=/_mail; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Strict`;
  return respond('', 'text/plain', { status: 303, headers: { Location: '/_mail', 'Set-Cookie': setCookie } });
}

/**
 * The second lock, for a link that got into the wrong hands, e.g. with a log. A page elsewhere can point a name of its own at 127.0.0.1, and a proxy on this machine passes on requests of the whole world. The
 * first shows in the name that was asked for, the second in the headers that proxies add.
 */
function isMeantForLoopback(request: Request, url: URL): boolean {
  const forwarded = [
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Real-IP',
    'Via',
  ];
  if (forwarded.some((name) => request.headers.has(name))) return false;
  const host = request.headers.get('Host') ?? url.host;
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);
}

async function listMessages({ sql }: Pick<Connections, 'sql'>): Promise<Message[]> {
  return sql<Message[]>`
    select ${messageColumns(sql)} from porchlight.message_queue
    where state = 'outbox' order by created_at desc limit ${longestList}`;
}

async function findMessage({ sql }: Pick<Connections, 'sql'>, id: string): Promise<Message | undefined> {
  const [message] = await sql<Message[]>`
    select ${messageColumns(sql)} from porchlight.message_queue where state = 'outbox' and id = ${id}`;
  return message;
}

function messageColumns(sql: Connections['sql']) {
  return sql`
    id, medium, kind, recipient as to, content->>'subject' as subject, content->>'text' as text, content->>'html' as html,
    content->>'link' as link, content->>'code' as code, created_at as "createdAt"`;
}

function renderList(messages: Message[]): string {
  const items = messages.map(
    (message) => `
<li><a href="/_mail/${message.id}">${escapeHtml(message.subject ?? message.text)}</a>
<span>to ${escapeHtml(message.to)}, ${renderTime(message)}</span></li>`,
  );
  const list =
    messages.length === 0
      ? '<p>Nothing yet. Sign up or ask for a sign-in link, then come back and reload.</p>'
      : `<ul>${items.join('')}\n</ul>`;
  return renderPage(
    'Mail box',
    `<h1>Mail box</h1>
<p>No mail server is set up, so what would have been sent is kept here for a day. Only this browser can see it.</p>
${list}`,
  );
}

function renderLocked(): string {
  return renderPage(
    'Mail box',
    `<h1>Mail box</h1>
<p>Open the link that the terminal shows when the site starts. It ends with <code>/_mail?token=…</code></p>
<p>Have you just opened it? <a href="/_mail">Go on to the mail box.</a></p>`,
  );
}

function renderMessage(message: Message): string {
  const title = message.subject ?? 'Text message';
  const { code, link, html } = message;
  return renderPage(
    title,
    `<nav><a href="/_mail">Mail box</a></nav>
<h1>${escapeHtml(title)}</h1>
<p>${message.medium === 'mail' ? 'Mail' : 'Text message'} to ${escapeHtml(message.to)}, ${renderTime(message)}</p>
${code === null ? '' : `<h2>Code</h2>\n<p class="code">${escapeHtml(code)}</p>`}
${link === null || !/^https?:/i.test(link) ? '' : `<h2>Link</h2>\n<p><a href="${escapeHtml(link)}" rel="noreferrer">${escapeHtml(link)}</a></p>`}
<h2>Text</h2>
<pre>${escapeHtml(message.text)}</pre>
${html === null ? '' : `<h2>HTML</h2>\n<iframe src="/_mail/${message.id}/html" sandbox title="The mail as HTML"></iframe>`}`,
  );
}

function renderTime({ createdAt }: Message): string {
  const time = createdAt.toISOString();
  return `<time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

const style = `
:root { color-scheme: light dark; --ink: #2a2622; --paper: #fbf8f3; --quiet: #6b6359; --shade: #f1eadf; --link: #7a4b12; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece6dc; --paper: #1c1a17; --quiet: #b3aa9c; --shade: #2c2924; --link: #f0c674; }
}
body { margin: 0 auto; max-width: 44rem; padding: 2rem 1.25rem; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 Georgia, serif; }
h1 { font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin: 1.5rem 0 0.25rem; }
a { color: var(--link); overflow-wrap: anywhere; } a:focus-visible { outline: 3px solid currentColor; outline-offset: 3px; }
ul { list-style: none; padding: 0; } li { padding: 0.75rem 0; border-top: 1px solid var(--shade); }
li a { display: block; } li span { color: var(--quiet); font-size: 0.9375rem; overflow-wrap: anywhere; }
.code { margin: 0; font: bold 2rem/1.3 Menlo, Consolas, monospace; letter-spacing: 0.2em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--shade); padding: 1rem; border-radius: 0.5rem; font: 0.9375rem/1.5 Menlo, Consolas, monospace; }
iframe { width: 100%; height: 34rem; border: 1px solid var(--shade); border-radius: 0.5rem; }
`;

function renderPage(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const notFound = () => respond('Not found\n', 'text/plain', { status: 404 });

function respondJson(value: unknown): Response {
  return respond(JSON.stringify(value), 'application/json');
}

/** The mail itself, without scripts, requests to anywhere, forms or an origin. Only our own page may frame it. */
function respondMailHtml(html: string): Response {
  const policy =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'";
  return respond(html, 'text/html', { headers: { 'Content-Security-Policy': policy } });
}

function respond(
  body: string,
  type: string,
  more: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(body, {
    status: more.status ?? 200,
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      ...more.headers,
    },
  });
}
