/** Takes what is private, or looks like a key, out of what the admin area shows of site.config.ts. */
import type { SiteConfig } from '../../../app/site-config.ts';

const hidden = '••••';

/** The settings that the build keeps out of the browser, too. */
export const privateSettings: ReadonlySet<string> = new Set(['owners', 'pageViews.ignoredAddresses']);

/** The private lists as they are written in place. */
const privateList = /\b(owners|ignoredAddresses)(["']?\s*:\s*)\[[^\]]*\]/g;
const stringOrComment = /\/\/[^\n]*|(["'`])(?:\\.|(?!\1)[^\\])*\1/g;

const email = /[^\s'"`<>@:/]+@[^\s'"`<>@/]+\.[a-z]{2,}/gi;
const urlPassword = /(:\/\/)[^\s/@'"`]+@/g;
/** A text given to a name such as `apiSecret`. */
const namedSecret =
  /((?:secret|password|token|api_?key|private_?key|service_?role)\w*["']?\s*[:=]\s*)(["'`])(?:\\.|(?!\2)[^\\\n])*\2/gi;
const knownKey = /\bsb_secret_[\w-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]*|-----BEGIN[\s\S]*?-----END[^\n-]*-----/g;
/** Long, with letters and digits mixed: a random one. A UUID is the public name of a website or a captcha. */
const randomRun = /\b(?=\w*\d)(?=\w*[a-z])\w{32,}\b/gi;

/** Line ends stay, so that the number of a line is that of the file. */
export function hidePrivate(text: string, sites: readonly (SiteConfig | undefined)[]): string {
  const values = sites.flatMap((site) => (site ? [...site.owners, ...site.pageViews.ignoredAddresses] : []));
  // The longest first: one may be a part of another.
  const known = values.filter((value) => value.length > 2).sort((a, b) => b.length - a.length);
  let shown = text.replace(privateList, (list) => list.replace(stringOrComment, toHidden));
  for (const value of known) shown = shown.replaceAll(value, hidden);
  return shown
    .replace(urlPassword, `$1${hidden}@`)
    .replace(email, hidden)
    .replace(namedSecret, `$1$2${hidden}$2`)
    .replace(knownKey, (key) => key.replace(/[^\n]+/g, hidden))
    .replace(randomRun, hidden);
}

function toHidden(piece: string): string {
  if (piece.startsWith('//')) return `// ${hidden}`;
  const quote = piece.charAt(0);
  return `${quote}${hidden}${quote}`;
}
