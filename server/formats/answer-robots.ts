import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteConfig } from '../../app/site-config.ts';
import type { AnswerFormat } from './format-context.ts';

/** Crawlers that collect texts to train models, by the names that their operators publish. Those that search for a reader are not among them. */
const trainingCrawlers = [
  'AI2Bot',
  'Amazonbot',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ClaudeBot',
  'cohere-training-data-crawler',
  'Diffbot',
  'FacebookBot',
  'Google-Extended',
  'GPTBot',
  'Meta-ExternalAgent',
  'omgili',
  'PanguBot',
  'Timpibot',
];

/** GET /robots.txt: a file of that name in the content folder, else what site.config.ts says. */
export const answerRobots: AnswerFormat = async (context, request, [path = '']) => {
  const own = await readOwn(context.contentFolder);
  const type = 'text/plain; charset=utf-8';
  if (own !== undefined)
    return new Response(own, { headers: { 'content-type': type, 'cache-control': 'no-cache' } });
  // Not under its own address: what is found there is sent before the folder is looked at.
  return context.answer(request, `${path} of the site`, async () => ({
    type,
    body: writeRobots(context.site.robots, context.toUrl('/sitemap.xml')),
  }));
};

async function readOwn(folder: string | undefined): Promise<string | undefined> {
  if (folder === undefined) return undefined;
  return readFile(join(folder, 'robots.txt'), 'utf8').catch(() => undefined);
}

function writeRobots(
  { aiTraining = 'allow', disallow = [] }: NonNullable<SiteConfig['robots']> = {},
  sitemap: string,
) {
  const rules = disallow.length === 0 ? ['Allow: /'] : disallow.map((path) => `Disallow: ${path}`);
  const groups = [['User-agent: *', ...rules]];
  if (aiTraining === 'disallow')
    groups.push([...trainingCrawlers.map((name) => `User-agent: ${name}`), 'Disallow: /']);
  groups.push([`Sitemap: ${sitemap}`]);
  return groups.map((lines) => `${lines.join('\n')}\n`).join('\n');
}
