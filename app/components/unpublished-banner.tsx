import { useState } from 'react';
import { useSite, useWords } from '../current-site.ts';
import type { Unpublished } from '../page-data.ts';
import { fetchJson } from '../runtime/fetch-json.ts';

/** Above a page that strangers do not see. */
export function UnpublishedBanner({ state, moment, previewUntil }: Unpublished) {
  const { owner: words } = useWords();
  return (
    <div className="frame axis">
      <div className="unpublished-banner" role="note" aria-label={words.notPublished}>
        <strong>{words.states[state]}</strong>
        {moment && (
          <span>
            {state === 'scheduled' ? words.appears : words.since} <Moment iso={moment} />
          </span>
        )}
        {previewUntil ? (
          <span>
            {words.previewUntil} <Moment iso={previewUntil} />
          </span>
        ) : (
          <>
            <span>{words.onlyYou}</span>
            <PreviewButton />
          </>
        )}
      </div>
    </div>
  );
}

/** In UTC on the server and in the browser, as the field of the page is. */
function Moment({ iso }: { iso: string }) {
  const { language } = useSite();
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  const text = new Intl.DateTimeFormat(language, format).format(new Date(iso));
  // Browsers may put another kind of space into a time than the server.
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {`${text} UTC`}
    </time>
  );
}

/** Makes a link that shows the page to visitors without an account for seven days, and copies it. */
function PreviewButton() {
  const { owner: words } = useWords();
  const [link, setLink] = useState<string>();
  const [message, setMessage] = useState('');

  async function make() {
    setMessage('');
    const url = await makeLink().catch(() => undefined);
    if (url === undefined) return setMessage(words.previewFailed);
    setLink(url);
    const isCopied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    );
    setMessage(isCopied ? words.previewCopied : words.previewWorks);
  }

  return (
    <>
      <button type="button" className="text-button needs-script" onClick={make}>
        {words.makePreview}
      </button>
      {link && <input className="preview-link" readOnly value={link} aria-label={words.previewLink} />}
      <span role="status">{message}</span>
    </>
  );
}

async function makeLink(): Promise<string | undefined> {
  const { body } = await fetchJson('/preview/links', { method: 'POST', query: { path: location.pathname } });
  const isLink = typeof body === 'object' && body !== null && 'url' in body && typeof body.url === 'string';
  return isLink ? String(body.url) : undefined;
}
