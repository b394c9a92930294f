/** What the site offers to feed readers, search engines, browsers that install it, and other programs. Each endpoint is imported with its first request. */
import { prefersMarkdown } from '../accept.ts';
import type { AnswerFormat, FormatContext } from './format-context.ts';

const routes: [pattern: RegExp, load: () => Promise<AnswerFormat>][] = [
  [/^(.*)\/(feed\.xml|rss\.xml|feed\.json)$/, async () => (await import('./answer-feed.ts')).answerFeed],
  [/^\/sitemap(?:-(\d{1,4}))?\.xml$/, async () => (await import('./answer-sitemap.ts')).answerSitemap],
  [/^\/theme\.css$/, async () => (await import('./answer-theme.ts')).answerTheme],
  [/^\/robots\.txt$/, async () => (await import('./answer-robots.ts')).answerRobots],
  [/^\/llms\.txt$/, async () => (await import('./answer-llms.ts')).answerLlms],
  [/^\/llms-full\.txt$/, async () => (await import('./answer-llms.ts')).answerLlmsFull],
  [/^\/og\/([\w-]+)(\/.+)\.png$/, async () => (await import('./answer-og.ts')).answerOg],
  [/^\/manifest\.webmanifest$/, async () => (await import('./answer-manifest.ts')).answerManifest],
  [/^\/service-worker\.js$/, async () => (await import('./answer-service-worker.ts')).answerServiceWorker],
  [/^(\/.+)\.md$/, async () => (await import('./answer-markdown.ts')).answerMarkdown],
];

/** Undefined: the path, which is decoded, is none of these. */
export async function answerFormat(
  context: FormatContext,
  request: Request,
  path: string,
): Promise<Response | undefined> {
  for (const [pattern, load] of routes) {
    const match = pattern.exec(path);
    if (match) return (await load())(context, request, match);
  }
  if (!prefersMarkdown(request.headers.get('accept'))) return undefined;
  const { answerMarkdown } = await import('./answer-markdown.ts');
  return answerMarkdown(context, request, [path, path === '/' ? '/index' : path]);
}
