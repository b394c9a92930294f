/** What a stranger uploaded is sent from our own address. These headers see to it that it is looked at and never run. */
import { isSendableType, withoutParameters } from '../upload/mime-rules.ts';

/** Opened on its own it is in a box: no script, no form, nothing fetched but what shows it. */
const policy =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** Types that a browser would run. As text they are shown, and no `<script>` of ours takes them. */
const running =
  /^(text\/html|application\/xhtml\+xml|(text|application)\/(x-)?(java|ecma)script|text\/(live|j)script)$/;
/** What a browser shows without running anything in it. Everything else is saved. */
const shown = /^(image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain|text\/csv)$/;

export function safeHeaders(
  storedType: unknown,
  name: string,
  download: string | null,
): Record<string, string> {
  const type = isSendableType(storedType) ? storedType : 'application/octet-stream';
  const plain = withoutParameters(type);
  const sent = running.test(plain) ? 'text/plain; charset=utf-8' : type;
  const isSaved = download !== null || (!shown.test(plain) && !running.test(plain));
  return {
    'content-type': sent,
    'content-disposition': disposition(isSaved, download || (name.split('/').at(-1) ?? '')),
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    // Public pictures may stand on other sites' pages.
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'none',
  };
}

function disposition(isSaved: boolean, fileName: string): string {
  const kind = isSaved ? 'attachment' : 'inline';
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, escapeByte);
  return fileName === '' ? kind : `${kind}; filename="${encoded}"; filename*=UTF-8''${encoded}`;
}

function escapeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
