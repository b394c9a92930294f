/** Uploaded files are served from our own origin. These headers ensure that browsers display them and never run them. */
import { isSendableType, withoutParameters } from '../upload/mime-rules.ts';

/** Opened directly, the file is sandboxed: no script, no form, no requests but for its display. */
const policy =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** Types that a browser displays without running anything. All others are saved. */
const shown = /^((image\/(?!svg)|audio\/|video\/)[\w.+-]+|text\/(plain|csv))$/;
/** Types that are sent as they are although they are saved: no browser treats them as a script, a style or a page. */
const saved =
  /^(image\/svg\+xml|(font|model)\/[\w.+-]+|text\/(vtt|calendar|markdown)|application\/(json|pdf|rtf|zip|gzip|x-tar|msword|octet-stream|(geo|ld)\+json|epub\+zip|vnd\.[\w.+-]+))$/;
/** All other XML types: a browser treats them as a page with scripts. */
const pageLike = /(?<!^image\/svg)\+xml$/;
/** Text types are sent as plain text, which no `<script>`, `<link>` or worker accepts. */
const readable = /^text\/|^application\/(xhtml\+xml|(x-)?(java|ecma)script)$/;
/** A browser uses the last type of a comma-separated list, so parameters with a comma are not sent. */
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
    // Public pictures may be embedded by other sites.
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
