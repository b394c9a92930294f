/** `npm run export [-- <folder>] [--compress]`: writes the site as files for any static host. */
import { relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { formatBytes } from '../../app/admin/health/format-size.ts';
import { formatCount } from '../../app/format/count.ts';
import site from '../../site.config.ts';
import { requireSiteConfig } from '../check-site-config.ts';
import { createLog } from '../log.ts';
import { readSettings, type Settings } from '../settings.ts';
import { StartUpError } from '../start-up-error.ts';
import { type ExportResult, exportSite } from './export-site.ts';
import { openStaticSite } from './open-static-site.ts';
import { openOutputFolder } from './output-folder.ts';

const defaultFolder = 'out';
// The reader of our output has gone (EPIPE).
process.stdout.on('error', () => {});

try {
  await run();
} catch (error) {
  console.error(error instanceof StartUpError || error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { compress: { type: 'boolean', default: false } },
  });
  if (positionals.length > 1)
    throw new StartUpError(`Name one folder: npm run export -- ${positionals[0]} --compress`);
  const settings = readSettings(process.env);
  requireSiteConfig(site);
  if (!process.env.SITE_URL?.trim())
    throw new StartUpError(
      'SITE_URL is not set: feeds, previews and the sitemap need the address at which the files will be. ' +
        'For example: SITE_URL=https://example.com npm run export',
    );
  const folder = requireOwnFolder(resolve(positionals[0] ?? defaultFolder), settings);
  const to = await openOutputFolder(folder);
  const log = createLog({ write: (text) => process.stderr.write(text), isTerminal: true });
  const from = await openStaticSite({ settings, environment: process.env, log });
  try {
    const { contentFolder } = settings;
    const progress = createProgress();
    const started = performance.now();
    const result = await exportSite({ site, from, to, contentFolder, ...values, onProgress: progress.show });
    progress.clear();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    for (const line of describeResult(result, folder, seconds)) console.log(line);
    for (const line of describeLimits(result, settings)) console.log(line);
  } finally {
    log.flush();
    await from.close();
  }
}

/** Files of the export must not be taken for pages, and no file of the site for one of the export. */
function requireOwnFolder(folder: string, { contentFolder, dataFolder }: Settings): string {
  for (const other of [contentFolder, dataFolder]) {
    const isInside = folder === other || folder.startsWith(other + sep) || other.startsWith(folder + sep);
    if (isInside)
      throw new StartUpError(
        `The export cannot be written to ${folder}, because ${other} is a folder of the site. Name another one: npm run export -- ${defaultFolder}`,
      );
  }
  return folder;
}

/** A terminal shows how far it is; anything else gets the result only. */
function createProgress() {
  const isTerminal = process.stderr.isTTY === true;
  let shownAt = 0;
  return {
    show(done: number, known: number) {
      if (!isTerminal || performance.now() - shownAt < 200) return;
      shownAt = performance.now();
      process.stderr.write(
        `\r${done.toLocaleString('en')} of ${known.toLocaleString('en')} addresses …\u001b[K`,
      );
    },
    clear() {
      if (isTerminal) process.stderr.write('\r\u001b[K');
    },
  };
}

function describeResult(result: ExportResult, folder: string, seconds: string): string[] {
  const { files, written, deleted, bytes, pages, missing, onlyByServer, isUnchanged } = result;
  const place = relative(process.cwd(), folder) || '.';
  const all = `${formatCount(files, 'file', 'files', 'en')}, ${formatBytes(bytes)}`;
  if (isUnchanged)
    return [`${place} is up to date: nothing has changed since the last export (${all}; ${seconds} s).`];
  const changes = `${formatCount(written, 'file', 'files', 'en')} written, ${deleted} deleted`;
  return [
    `${formatCount(pages.length, 'page', 'pages', 'en')} in ${place}: ${all}; ${changes} (${seconds} s).`,
    ...missing.map(({ path, linkedFrom }) => `The link to ${path} on ${linkedFrom} leads nowhere.`),
    ...onlyByServer.map(
      ({ path, linkedFrom }) =>
        `The link to ${path} on ${linkedFrom} leads nowhere in the export, because it needs a server or an account.`,
    ),
  ];
}

/** What a folder of files cannot do. */
function describeLimits({ guarded }: ExportResult, { supabase }: Settings): string[] {
  return [
    '',
    'Without a server:',
    ...(guarded > 0
      ? [
          `- ${formatCount(guarded, 'page asks', 'pages ask', 'en')} for an account and ${guarded === 1 ? 'is' : 'are'} not in the export.`,
        ]
      : []),
    ...(supabase
      ? [`- Accounts, lists of names and runs are those of ${supabase.url}.`]
      : [
          '- There are no accounts. Set SUPABASE_URL and SUPABASE_KEY, and sign-in, lists of names and runs work.',
        ]),
    '- Page views are not counted, and there is no admin area.',
    '- A page with a date in the future appears with the first export after it.',
  ];
}
