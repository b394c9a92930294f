import { useState } from 'react';
import { useWords } from '../current-site.ts';
import { fetchJson } from '../runtime/fetch-json.ts';

/** Makes a link that shows the page to visitors without an account for seven days, and copies it. */
export function PreviewButton() {
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
