import { useState } from 'react';
import { fetchJson } from '../runtime/fetch-json.ts';

/** Makes a link that shows the page to visitors without an account for seven days, and copies it. */
export function PreviewButton() {
  const [link, setLink] = useState<string>();
  const [message, setMessage] = useState('');

  async function make() {
    setMessage('');
    const url = await makeLink().catch(() => undefined);
    if (url === undefined) return setMessage('The link could not be made. Please try again.');
    setLink(url);
    const isCopied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    );
    setMessage(isCopied ? 'Copied. It works for seven days.' : 'It works for seven days.');
  }

  return (
    <>
      <button type="button" className="text-button needs-script" onClick={make}>
        Make a preview link
      </button>
      {link && <input className="preview-link" readOnly value={link} aria-label="Preview link" />}
      <span role="status">{message}</span>
    </>
  );
}

async function makeLink(): Promise<string | undefined> {
  const { body } = await fetchJson('/preview/links', { method: 'POST', query: { path: location.pathname } });
  const isLink = typeof body === 'object' && body !== null && 'url' in body && typeof body.url === 'string';
  return isLink ? String(body.url) : undefined;
}
