import type { Ledger } from '../ledger.ts';
import type { Send } from './requests.ts';

const paths = ['/', '/about', '/posts', '/posts/guide/writing', '/posts/guide/live-data', '/baby-names'];
const viewedPath = '/about';
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const timesOfOneView = 3;

/** Reads pages, and expects the title that each had at the start. */
export async function createPageClient(send: Send, ledger: Ledger): Promise<() => Promise<void>> {
  const read = async (path: string) => {
    const headers = { accept: 'text/html' };
    const answer = await send({ kind: 'page', method: 'GET', path, headers });
    return { ok: answer.ok, title: /<title[^>]*>([^<]*)/.exec(answer.body.toString())?.[1] };
  };
  const titles = new Map<string, string | undefined>();
  for (const path of paths) {
    const { ok, title } = await read(path);
    if (!ok || title === undefined) throw new Error(`The page ${path} could not be read at the start.`);
    titles.set(path, title);
  }
  let turn = 0;
  return async () => {
    const path = paths[turn++ % paths.length] ?? '/';
    const { ok, title } = await read(path);
    if (ok && title !== titles.get(path)) ledger.wrong.push(`page ${path} has the title ${title}`);
  };
}

/** Sends page views as a browser does, and a view that was not answered again, with the same nonce. */
export async function createViewClient(send: Send, ledger: Ledger): Promise<() => Promise<void>> {
  const page = await send({
    kind: 'page',
    method: 'GET',
    path: viewedPath,
    headers: { accept: 'text/html' },
  });
  const token = /data-view="([^"]+)"/.exec(page.body.toString())?.[1];
  if (token === undefined) throw new Error(`The page ${viewedPath} has no token for its views.`);
  const headers = { 'content-type': 'text/plain', 'user-agent': agent, 'sec-fetch-site': 'same-origin' };
  return async () => {
    const body = { path: viewedPath, referrer: '', token, nonce: Math.random(), owner: null, auto: false };
    ledger.views.sent += 1;
    for (let times = 0; times < timesOfOneView; times += 1) {
      const answer = await send({ kind: 'view', method: 'POST', path: '/views', body, headers });
      if (!answer.ok) continue;
      ledger.views.answered += 1;
      return;
    }
  };
}
