import type { Page, Payload } from '../app/page-data.ts';
import type { HttpClient } from './http-client.ts';

/** Where the browser would fetch a page's data: `<path>/_payload.json?<build>`. */
export async function readPayloadAddress(client: HttpClient, path: string): Promise<string> {
  const { id } = (await client.getJson('/builds/latest.json')) as { id: string };
  return `${path === '/' ? '' : path}/_payload.json?${id}`;
}

/** The data of one page as the browser would get it. */
export async function readPage(client: HttpClient, payloadAddress: string): Promise<Page> {
  const payload = (await client.getJson(payloadAddress)) as Payload;
  const page = Object.values(payload)[0];
  if (page === undefined) throw new Error(`${payloadAddress} holds no page.`);
  return page;
}
