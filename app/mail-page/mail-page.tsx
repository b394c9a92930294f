/** The page `/_mail`, rendered on the server alone: it needs no script, and its mails are never in a payload. */
import type { ReactNode } from 'react';
import site from '../../site.config.ts';
import { Lantern } from '../components/lantern.tsx';
import { formatDateTime } from '../format/date-time.ts';
import { type MailView, titleOf, type UnsentMessage } from './mail-view.ts';

export function MailPage({ view }: { view: MailView }) {
  return (
    <>
      <header className="frame site-header">
        <a className="brand" href="/">
          <Lantern />
          {site.title}
        </a>
      </header>
      <main>
        <div className="frame axis">
          <MailContent view={view} />
        </div>
      </main>
    </>
  );
}

function MailContent({ view }: { view: MailView }) {
  if (view.kind === 'list') return <MailList messages={view.messages} />;
  if (view.kind === 'message') return <Mail message={view.message} />;
  return (
    <>
      <h1 className="title">Mailbox</h1>
      <div className="prose mt-l">
        <p>
          Open the link that the terminal shows when the site starts. It ends with <code>/_mail?token=…</code>
        </p>
        <p>
          Have you just opened it? <a href="/_mail">Continue to the mailbox.</a>
        </p>
      </div>
    </>
  );
}

function MailList({ messages }: { messages: UnsentMessage[] }) {
  return (
    <>
      <h1 className="title">Mailbox</h1>
      <p className="standfirst">
        Emails and text messages are not sent. They are kept here for a day, and only this browser can see
        them. To send them, set <code>[auth.email.smtp]</code> in <code>supabase/config.toml</code>.
      </p>
      <div className="mt-xl">
        {messages.length === 0 ? (
          <p className="text-soft">
            Nothing yet. Sign up or ask for a sign-in link, then come back and <a href="/_mail">look again</a>
            .
          </p>
        ) : (
          <ol className="-mt-m">
            {messages.map((message) => (
              <li key={message.id} className="entry">
                <span className="label">
                  <Moment time={message.createdAt} />
                </span>
                <h2 className="entry-title">
                  <a href={`/_mail/${message.id}`}>{message.subject ?? message.text}</a>
                </h2>
                <p className="wrap-anywhere">to {message.to}</p>
              </li>
            ))}
          </ol>
        )}
      </div>
    </>
  );
}

function Mail({ message }: { message: UnsentMessage }) {
  const { medium, to, code, link, text, html, id, createdAt } = message;
  return (
    <>
      <nav className="text-sm">
        <a href="/_mail">Mailbox</a>
      </nav>
      <h1 className="title">{titleOf({ kind: 'message', message })}</h1>
      <p className="standfirst wrap-anywhere">
        {medium === 'mail' ? 'Email' : 'Text message'} to {to}, <Moment time={createdAt} />
      </p>
      {code !== null && (
        <MailSection title="Code">
          <p className="font-mono text-2xl tracking-widest">{code}</p>
        </MailSection>
      )}
      {link !== null && /^https?:/i.test(link) && (
        <MailSection title="Link">
          <p className="wrap-anywhere">
            <a href={link} rel="noreferrer">
              {link}
            </a>
          </p>
        </MailSection>
      )}
      <MailSection title="Text">
        <pre className="rounded bg-raised p-m font-mono text-sm whitespace-pre-wrap wrap-anywhere">
          {text}
        </pre>
      </MailSection>
      {html !== null && (
        <MailSection title="Preview">
          <iframe
            className="h-136 w-full rounded border border-rule"
            src={`/_mail/${id}/html`}
            sandbox=""
            title="The email as HTML"
          />
        </MailSection>
      )}
    </>
  );
}

function MailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-l">
      <h2 className="label mb-xs">{title}</h2>
      {children}
    </section>
  );
}

/** In the time zone of the machine, which is also the visitor's: the page is served to this machine only. */
function Moment({ time }: { time: Date }) {
  const text = time.toISOString();
  return <time dateTime={text}>{formatDateTime(text)}</time>;
}
