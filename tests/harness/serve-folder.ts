/** For browser tests: a folder, as a static host serves it. A path is a file, or a folder with an `index.html`. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

export interface ServedFolder {
  url: string;
  /** In the order of the requests: `200 /about`. */
  answers: string[];
  close(): void;
}

export interface ServeOptions {
  /** The file for paths that begin so and have none of their own: `{ '/baby-names/': 'baby-names/shell.html' }`. */
  fallbacks?: Record<string, string>;
  headers?: Record<string, string>;
  /** A folder without a slash at its end is redirected to the same with one, as many hosts do. */
  addsSlash?: boolean;
}

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

export async function serveFolder(
  folder: string,
  { fallbacks = {}, headers = {}, addsSlash = false }: ServeOptions = {},
): Promise<ServedFolder> {
  const answers: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const path = decodeURIComponent(pathname);
    const prefix = Object.keys(fallbacks).find((each) => path.startsWith(each)) ?? '';
    const found =
      (await readFirst(folder, [path, join(path, 'index.html'), fallbacks[prefix]])) ??
      (await readFirst(folder, ['404.html']));
    if (addsSlash && found?.file === join(path, 'index.html') && !path.endsWith('/')) {
      answers.push(`301 ${request.url}`);
      response.writeHead(301, { location: `${pathname}/${search}` }).end();
      return;
    }
    const status = found && found.file !== '404.html' ? 200 : 404;
    answers.push(`${status} ${request.url}`);
    const type = types[extname(found?.file ?? '')] ?? 'application/octet-stream';
    response.writeHead(status, { ...headers, 'content-type': type }).end(found?.bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readFirst(folder: string, files: (string | undefined)[]) {
  for (const file of files) {
    // A folder cannot be read, like a file that is not there. `join` keeps `..` within the path of a URL.
    const bytes = file && (await readFile(join(folder, file)).catch(() => undefined));
    if (file && bytes) return { file, bytes };
  }
  return undefined;
}
