import type { AnswerFormat } from './format-context.ts';

/** The address of these bytes: others get another one. */
const immutable = 'public, max-age=31536000, immutable';

/** GET /theme.css?v=<hash>: the owner's stylesheet, theme.css in the content folder. Nothing is there without such a file. */
export const answerTheme: AnswerFormat = async ({ content, answer }, request, [path = '']) => {
  const theme = content.theme();
  if (!theme) return undefined;
  const isCurrent = new URL(request.url).searchParams.get('v') === theme.hash;
  // The whole address only where the query is known: anybody can make up others.
  return answer(request, isCurrent ? `${path}?v=${theme.hash}` : path, async () => ({
    type: 'text/css; charset=utf-8',
    body: theme.css,
    headers: isCurrent ? { 'cache-control': immutable } : {},
  }));
};
