/** What a stranger uploaded is sent from our own address. These headers see to it that it is looked at and never run. */
import { isSendableType, withoutParameters } from '../upload/mime-rules.ts';

/** Opened on its own it is in a box: no script, no form, nothing fetched but what shows it. */
const policy =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** What a browser shows without running anything in it. Everything else is saved. */
const shown = /^((image\/(?!svg)|audio\/|video\/)[\w.+-]+|text\/(plain|csv))$/;
/** What is sent as the type it has, though it is saved: nothing here is taken for a script, a style or a page. */
const saved =
  /^(image\/svg\+xml|(font|model)\/[\w.+-]+|text\/(vtt|calendar|markdown)|application\/(json|pdf|rtf|zip|gzip|x-tar|msword|octet-stream|(geo|ld)\+json|epub\+zip|vnd\.[\w.+-]+))$/;
/** A page with scripts to a browser, whatever stands before it. */
const pageLike = /(?<!^image\/svg)\+xml$/;
/** What a person can read is shown as text, which no `<script>`, `<link>` or worker of ours takes. */
const readable = /^text\/|^application\/(xhtml\+xml|(x-)?(java|ecma)script)$/;
/** A browser takes the last type of a list with commas, so parameters with one are not sent. */
const parameters = /^(\s*;\s*[\w!#$&^.+-]+=([\w!#$&^.+-]+|"[^",]*"))*$/;

export function safeHeaders(
  storedType: unknown,
  name: string,
  download: string | null,
): Record<string, string> {
  const { sent, isShown } = toSafeType(isSendableType(storedType) ? storedType : '');
  const isSaved = download !== null || !isShown;
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

function toSafeType(type: string): { sent: string; isShown: boolean } {
  const plain = withoutParameters(type);
  const isShown = shown.test(plain);
  if ((isShown || saved.test(plain)) && !pageLike.test(plain)) {
    const following = type.slice(plain.length);
    return { sent: parameters.test(following) ? type : plain, isShown };
  }
  if (readable.test(plain)) return { sent: 'text/plain; charset=utf-8', isShown: true };
  return { sent: 'application/octet-stream', isShown: false };
}

function disposition(isSaved: boolean, fileName: string): string {
  const kind = isSaved ? 'attachment' : 'inline';
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, escapeByte);
  return fileName === '' ? kind : `${kind}; filename=${encoded}; filename*=UTF-8''${encoded}`;
}

function escapeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
