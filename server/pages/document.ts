import { toDocumentTitle, toHeadTags } from '../../app/head/head-tags.ts';
import type { Head } from '../../app/page-data.ts';
import { askForToken } from '../../app/runtime/page-view.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { directionOf } from '../../app/site-language.ts';
import { escapeHtml } from '../../backend/http/escape-html.ts';
import type { Theme } from '../../markdown/theme/open-theme.ts';
import type { SiteBuild } from '../build/site-build.ts';

/** The backend for the browser: its URL for a hosted project, and always the public key. */
export interface DocumentBackend {
  url?: string | undefined;
  key: string;
  /** Mails are not sent but shown at `/_mail`. */
  keepsMail?: boolean;
  /** Whether there is an admin area. Default: there is. */
  hasAdmin?: boolean;
  /** The page is a file of `npm run export`: no server answers questions. */
  isStatic?: boolean;
}

export interface DocumentOptions {
  site: SiteConfig;
  backend: DocumentBackend;
  build: Pick<SiteBuild, 'id' | 'entry' | 'searchDialog' | 'headHtml'>;
  /** The owner's stylesheet. */
  theme?: Pick<Theme, 'hash' | 'paper'> | undefined;
  head: Head;
  /** The page's path and query, where views are counted. */
  path?: string;
  /** JSON-LD without `<`. It is data, so the content security policy needs no hash of it. */
  structuredData?: string | undefined;
  /** The token of the page's view; without one the page is not counted. */
  view?: string | undefined;
  /** The HTML of #root. */
  html: string;
  /** When React is loaded: at once, on the first intent, or never (a fatal error needs none). */
  react: 'eager' | 'intent' | 'never';
  /** Whether a browser may keep the page for reading without a connection: the same for `any` query, or `plain` only. */
  keep?: 'any' | 'plain' | undefined;
  /** The browser must determine the session before it shows the page. */
  settle?: boolean;
  /** One file for many addresses: it has no content of its own, and the browser makes the page. */
  isShell?: boolean;
}

/** Renders the HTML document. It contains nothing about the visitor, so one rendering serves all. */
export function renderDocument(options: DocumentOptions): string {
  const { site, build, backend, theme, head, view, html, react, settle = false } = options;
  let tags = '';
  for (const { key, tag, attributes } of toHeadTags(head, site))
    tags += `<${tag} data-h="${key}"${write(attributes)}>`;
  const root = {
    lang: site.language,
    ...(directionOf(site.language) === 'rtl' && { dir: 'rtl' }),
    'data-build': build.id,
    'data-login': site.signIn.login,
    'data-callback': site.signIn.callback,
    ...(view !== undefined && { 'data-view': view }),
    ...(view !== undefined && site.pageViews.respectDoNotTrack && { 'data-dnt': '1' }),
    ...(react !== 'never' && { 'data-entry': build.entry, 'data-key': backend.key }),
    ...(react !== 'never' && build.searchDialog !== undefined && { 'data-search': build.searchDialog }),
    ...(react !== 'never' && backend.url && { 'data-backend': backend.url }),
    ...(react !== 'never' && backend.keepsMail && { 'data-keeps-mail': '' }),
    ...(react !== 'never' && backend.hasAdmin === false && { 'data-no-admin': '' }),
    ...(react !== 'never' && backend.isStatic && { 'data-static': '' }),
    ...(react === 'eager' && { 'data-eager': '' }),
    ...(options.keep !== undefined && { 'data-keep': options.keep }),
    ...(settle && { 'data-eager': '', 'data-settle': '' }),
    ...(options.isShell && { 'data-eager': '', 'data-shell': '' }),
  };
  const data = options.structuredData;
  const script = data === undefined ? '' : `<script type="application/ld+json">${data}</script>`;
  const manifest = site.offline === false ? '' : '<link rel="manifest" href="/manifest.webmanifest">';
  // Concatenated, not joined: the page is copied once, when it becomes bytes.
  return (
    `<!doctype html><html${write(root)}><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<meta name="theme-color" content="${theme?.paper.day ?? '#fbf7ef'}" media="(prefers-color-scheme: light)">` +
    `<meta name="theme-color" content="${theme?.paper.night ?? '#10131c'}" media="(prefers-color-scheme: dark)">` +
    `<title>${escapeHtml(toDocumentTitle(head, site))}</title>${tags}${manifest}${script}${build.headHtml}${linkTheme(theme)}${countWithoutScript(options)}` +
    `</head><body><div id="root">${html}</div></body></html>`
  );
}

/** After the site's own stylesheet. Its rules are in no layer, so they win wherever they stand. */
function linkTheme(theme: DocumentOptions['theme']): string {
  return theme ? `<link rel="stylesheet" href="/theme.css?v=${theme.hash}">` : '';
}

/** Fetched only by browsers without script. They cannot ask for a token. */
function countWithoutScript({ site, path, view }: DocumentOptions): string {
  if (
    view === undefined ||
    view.startsWith(askForToken) ||
    path === undefined ||
    !site.pageViews.countWithoutScript
  )
    return '';
  const query = new URLSearchParams({ path: path.split('?', 1)[0] ?? path, token: view });
  return `<noscript><link rel="stylesheet" href="${escapeHtml(`/views.css?${query}`)}"></noscript>`;
}

function write(attributes: Record<string, string>): string {
  let written = '';
  for (const name in attributes) {
    const value = attributes[name] ?? '';
    written += value === '' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;
  }
  return written;
}
