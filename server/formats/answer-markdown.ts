import { isGuarded } from '../../app/guard/rules.ts';
import { toPageMarkdown } from '../../markdown/formats/page-markdown.ts';
import { notFound } from '../http-error.ts';
import type { AnswerFormat } from './format-context.ts';

const type = 'text/markdown; charset=utf-8';
/** The same page is HTML for other clients. */
const vary = 'Accept';

/** GET <page>.md, or a page with `Accept: text/markdown`: the page as Markdown. The front page is /index.md. */
export const answerMarkdown: AnswerFormat = async (context, request, [, named = '']) => {
  const { site, content, toUrl } = context;
  const path = named === '/index' ? '/' : named;
  if (isGuarded(path, site)) return askToSignIn(toUrl(site.signIn.login));
  const read = () => content.visiblePages('public').readSource(encodeURI(path));
  if (!(await read())) return undefined;
  return context.answer(request, `${named}.md`, async () => {
    // Once more: it may have been saved since, and then the cache would keep what it was.
    const source = await read();
    if (!source) throw notFound(path);
    return {
      type,
      body: toPageMarkdown(source, toUrl(path)),
      headers: { vary, 'content-location': new URL(toUrl(`${named}.md`)).pathname },
    };
  });
};

function askToSignIn(login: string): Response {
  const headers = { 'content-type': type, 'cache-control': 'private, no-store', vary };
  return new Response(`Sign in to read this page:\n<${login}>\n`, { status: 401, headers });
}
