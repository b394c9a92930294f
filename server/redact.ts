/** Removes secrets from the log: by the name of a field, and by the shape of a value. */

const hidden = '[hidden]';

const secretName =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|apikey|api[-_]?key|password|passwd|secret|.*[-_]secret|(?:.*[-_])?token|sb-.*-token|code[-_]verifier|supabase[-_]?key|database[-_]?url)$/i;

const secretShapes: [pattern: RegExp, replacement: string][] = [
  // access_token=…, "refresh_token":"…", apikey: … in addresses, forms, JSON and messages
  [
    /\b((?:[a-z]+[-_])*(?:token|apikey|api[-_]key|password|passwd|secret|token_hash|code_verifier))(["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi,
    `$1$2${hidden}`,
  ],
  // an authorization code in a callback address
  [/([?&]code=)[^\s&#"']+/gi, `$1${hidden}`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${hidden}`],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, hidden],
  [/\bsb_(secret|publishable)_\w+/g, hidden],
  // user:password@ in an address
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s/@]+@/gi, `$1${hidden}@`],
];

export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

export function redact(text: string): string {
  let safe = text;
  for (const [pattern, replacement] of secretShapes) safe = safe.replace(pattern, replacement);
  return safe;
}

export const redacted = hidden;
