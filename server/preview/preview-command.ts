/** `npm run preview -- posts/x.draft.md [--days 7]`, `-- --list`, `-- --revoke <link>`, `-- --revoke-all`. */
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openContent } from '../../markdown/open-content.ts';
import { readSettings } from '../settings.ts';
import { toPreviewUrl } from './preview-endpoint.ts';
import { DEFAULT_DAYS, MAX_DAYS, openPreviewLinks } from './preview-links.ts';

const usage =
  'Name one page, e.g. npm run preview -- posts/x.draft.md --days 7; or use --list, --revoke <link> or --revoke-all.';

try {
  console.log(await run());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

async function run(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      days: { type: 'string' },
      list: { type: 'boolean' },
      revoke: { type: 'string' },
      'revoke-all': { type: 'boolean' },
    },
  });
  const { siteUrl, dataFolder, contentFolder } = readSettings(process.env);
  const previews = openPreviewLinks(dataFolder);
  if (values['revoke-all']) {
    await previews.revokeAll();
    return 'No preview link works any more.';
  }
  if (values.revoke !== undefined) {
    if (await previews.revoke(values.revoke.replace(/^.*\/preview\//s, '')))
      return 'The link does not work any more.';
    throw new Error(
      'There is no such link, or it has ended already: npm run preview -- --list shows those that work.',
    );
  }
  if (values.list) {
    const lines = (await previews.list()).map(
      ({ path, expires, token }) =>
        `${path} until ${new Date(expires).toISOString()} ${toPreviewUrl(siteUrl, token)}`,
    );
    return lines.length > 0 ? lines.join('\n') : 'There is no preview link.';
  }
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) throw new Error(usage);
  const days = Number(values.days ?? DEFAULT_DAYS);
  if (!(days > 0 && days <= MAX_DAYS))
    throw new Error(`--days must be a number up to ${MAX_DAYS}, got ${values.days}.`);
  const { token } = await previews.create(
    await findPath(name, contentFolder, join(dataFolder, 'cache')),
    days,
  );
  return toPreviewUrl(siteUrl, token);
}

/** The address of a page that is named by its file, from here or from the content folder, or by its address. */
async function findPath(name: string, folder: string, cacheFolder: string): Promise<string> {
  const content = await openContent({ folder, cacheFolder, watch: false, log: () => {} });
  try {
    const names = [name, relative(folder, resolve(name)), relative(folder, resolve(folder, name))];
    const page = content
      .visiblePages('owner')
      .pages()
      .find(({ file, path }) => path === name || names.includes(file));
    if (!page) throw new Error(`There is no page ${name} in ${folder}.`);
    if (page.state === 'published')
      throw new Error(`${page.file} is published at ${page.path}: it needs no preview link.`);
    return page.path;
  } finally {
    await content.close();
  }
}
