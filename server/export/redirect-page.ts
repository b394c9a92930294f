import { escapeHtml } from '../../backend/http/escape-html.ts';

/** An earlier address, on a host that has no redirects of its own. */
export function writeRedirectPage(to: string): Uint8Array {
  const target = escapeHtml(to);
  return new TextEncoder().encode(
    `<!doctype html><html><head><meta charset="utf-8"><title>${target}</title>` +
      `<meta http-equiv="refresh" content="0;url=${target}"><link rel="canonical" href="${target}"><meta name="robots" content="noindex">` +
      `</head><body><a href="${target}">${target}</a></body></html>\n`,
  );
}
