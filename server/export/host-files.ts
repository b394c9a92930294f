/** What hosts of static files read beside the files: headers and redirects. */
import { namesPath } from '../../app/names/names-address.ts';
import { escapeHtml } from '../../backend/http/escape-html.ts';
import type { RedirectRule } from '../../markdown/redirects/parse-redirects.ts';
import { picturePolicy } from '../security-headers.ts';

type Headers = Record<string, string>;

const forever = 'public, max-age=31536000, immutable';
/** Asked for again each time: a static host answers with 304 while the file is the same. */
const revalidated = 'public, max-age=0, must-revalidate';

/** By path; a later rule adds to an earlier one, and replaces its headers of the same name. */
function listRules(securityHeaders: Headers): [path: string, headers: Headers][] {
  const shared = { 'cross-origin-resource-policy': 'cross-origin' };
  return [
    ['/*', { ...securityHeaders, 'cache-control': revalidated }],
    ['/assets/*', { 'cache-control': forever }],
    ['/pictures/*', { 'cache-control': forever, 'content-security-policy': picturePolicy, ...shared }],
    ['/og/*', { 'cache-control': forever, ...shared }],
  ];
}

/** `_headers`, as Netlify and Cloudflare Pages read it. */
export function writeHeadersFile(securityHeaders: Headers): string {
  return listRules(securityHeaders)
    .map(([path, headers]) => {
      // A host adds up the values of all rules; `!` takes back what an earlier one has set.
      const replaced =
        path === '/*'
          ? []
          : Object.keys(headers).filter((name) => name in securityHeaders || name === 'cache-control');
      const lines = [
        ...replaced.map((name) => `  ! ${toHeaderName(name)}`),
        ...Object.entries(headers).map(([name, value]) => `  ${toHeaderName(name)}: ${value}`),
      ];
      return `${path}\n${lines.join('\n')}\n`;
    })
    .join('\n');
}

/** `_redirects`, as Netlify and Cloudflare Pages read it. The first rule for an address counts. */
export function writeRedirectsFile(rules: readonly RedirectRule[]): string {
  const lines = rules.flatMap(({ from, isPattern, to, status }) => {
    if (to === undefined) return [];
    const path = encodeURI(isPattern ? `${from === '/' ? '' : from}/*` : from);
    return [`${path} ${to} ${status}`];
  });
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** An earlier address, on a host that has no redirects of its own. */
export function writeRedirectPage(to: string): Uint8Array {
  const target = escapeHtml(to);
  return new TextEncoder().encode(
    `<!doctype html><html><head><meta charset="utf-8"><title>${target}</title>` +
      `<meta http-equiv="refresh" content="0;url=${target}"><link rel="canonical" href="${target}"><meta name="robots" content="noindex">` +
      `</head><body><a href="${target}">${target}</a></body></html>\n`,
  );
}

/** A file for nginx, to be included in a `server` block that names the certificate and the folder (`root`). */
export function writeNginxFile(securityHeaders: Headers, rules: readonly RedirectRule[]): string {
  const [[, common] = ['', {}], ...others] = listRules(securityHeaders);
  const addHeaders = (headers: Headers, indent: string) =>
    Object.entries(headers)
      .map(([name, value]) => `${indent}add_header ${toHeaderName(name)} ${quote(value)} always;`)
      .join('\n');
  // nginx inherits headers only where a block sets none of its own.
  const locations = others.map(
    ([path, headers]) => `location ${path.slice(0, -1)} {\n${addHeaders({ ...common, ...headers }, '  ')}\n}`,
  );
  const redirects = rules.map(({ from, isPattern, to, status }) => {
    if (!isPattern) return `location = ${quote(from)} { ${toReturn(to?.replaceAll('$', '%24'), status)} }`;
    const target = to?.replaceAll('$', '%24').replaceAll(':splat', '$1');
    return `location ~ ${quote(`^${escapePattern(from === '/' ? '' : from)}/(.+)$`)} { ${toReturn(target, status)} }`;
  });
  return [
    '# Include this in a `server` block that has `root` (this folder), `listen` and `server_name`:',
    '#   server { listen 80; server_name example.com; root /var/www/site; include /var/www/site/nginx.conf; }',
    'index index.html;',
    'charset utf-8;',
    'charset_types text/plain text/css text/javascript application/javascript application/json text/markdown;',
    'etag on;',
    'absolute_redirect off;',
    'gzip_static on;',
    'error_page 404 /404.html;',
    'default_type application/octet-stream;',
    'types {',
    ...mediaTypes.map(([type, ends]) => `  ${type} ${ends};`),
    '}',
    addHeaders(common, ''),
    'location ~ /\\. { return 404; }',
    'location = /nginx.conf { return 404; }',
    'location ~ ^/_(?:headers|redirects)$ { return 404; }',
    'location ~ ^(.+)/$ { return 308 $1$is_args$args; }',
    'location = / { try_files /index.html =404; }',
    'location / { try_files $uri $uri/index.html =404; }',
    `location ${namesPath}/ { try_files $uri $uri/index.html ${namesPath}/shell.html =404; }`,
    ...locations,
    ...redirects,
    '',
  ].join('\n');
}

/** Of what an export holds. */
const mediaTypes: [type: string, ends: string][] = [
  ['text/html', 'html'],
  ['text/css', 'css'],
  ['text/javascript', 'js'],
  ['text/markdown', 'md'],
  ['text/plain', 'txt'],
  ['text/csv', 'csv'],
  ['application/json', 'json map'],
  ['application/manifest+json', 'webmanifest'],
  ['application/xml', 'xml'],
  ['application/wasm', 'wasm'],
  ['application/octet-stream', 'bin'],
  ['application/pdf', 'pdf'],
  ['font/woff2', 'woff2'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg jpeg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/svg+xml', 'svg'],
  ['image/x-icon', 'ico'],
  ['audio/mpeg', 'mp3'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
];

function toReturn(to: string | undefined, status: number): string {
  return to === undefined ? `return ${status};` : `return ${status} ${quote(to)};`;
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** `content-type` → `Content-Type`. */
function toHeaderName(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
