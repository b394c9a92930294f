import type { PageList } from '../markdown/document.ts';
import type { HttpClient } from './http-client.ts';
import { readPage, readPayloadAddress } from './payload.ts';

/** Every page that is found by opening a folder's list, all its pages, and the lists of the folders in it. */
export async function readListedPaths(client: HttpClient, folder: string): Promise<Set<string>> {
  const address = await readPayloadAddress(client, folder);
  const first = await readList(client, address);
  const paths = new Set(first.pages.map((page) => page.path));
  for (let number = 2; number <= first.pageCount; number++) {
    const next = await readList(client, `${address}&page=${number}`);
    for (const page of next.pages) paths.add(page.path);
  }
  for (const inside of first.folders) {
    for (const path of await readListedPaths(client, inside.path)) paths.add(path);
  }
  return paths;
}

async function readList(client: HttpClient, address: string): Promise<PageList> {
  const { route, data } = await readPage(client, address);
  if (route === 'article' && data !== null && 'kind' in data && data.kind === 'list') return data.list;
  throw new Error(`${address} holds no list.`);
}
