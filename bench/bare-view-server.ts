/**
 * The baseline for pages beside views: a node:http server that sends one page from memory, answers every POST with 204 and
 * does nothing else. Forked by page-view-load.ts, which sends it the page.
 */
import { createServer } from 'node:http';

process.once('message', ({ headers, body }: { headers: string[]; body: string }) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(200, headers).end(bytes);
      return;
    }
    request.resume();
    request.once('end', () => response.writeHead(204).end());
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
process.once('disconnect', () => process.exit());
