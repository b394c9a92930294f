import { isUnchanged } from '../../backend/http/conditional-request.ts';
import { writeLlmsFullText, writeLlmsText } from '../../markdown/formats/llms-text.ts';
import type { AnswerFormat } from './format-context.ts';

const type = 'text/plain; charset=utf-8';
/** Revisions of the content begin again with each process. */
const startedAt = Date.now().toString(36);

/** GET /llms.txt: the pages as links to their Markdown. */
export const answerLlms: AnswerFormat = async (context, request, [path = '']) => {
  const pages = context.content.visiblePages('public');
  return context.answer(request, path, async () => ({ type, body: writeLlmsText({ ...context, pages }) }));
};

/** GET /llms-full.txt: their texts. It is too large for the cache, so it is read while it is sent. */
export const answerLlmsFull: AnswerFormat = async (context, request) => {
  const { content } = context;
  const etag = `"${startedAt}-${content.revision}"`;
  const headers = { 'content-type': type, 'cache-control': 'public, max-age=0, must-revalidate', etag };
  if (isUnchanged(request.headers, etag)) return new Response(null, { status: 304, headers });
  if (request.method === 'HEAD') return new Response(null, { headers });
  const texts = writeLlmsFullText({ ...context, pages: content.visiblePages('public') });
  return new Response(toStream(texts), { headers });
};

/** Each text is made when the client has taken the one before. */
function toStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}
