/** Has the names on a static site. A worker, because opening them takes a phone half a second, which would block the page. */
import { readNamesInBrowser } from '../../../names/file/read-in-browser.ts';
import { createNameSource } from '../../../names/name-source.ts';
import { toNames } from '../../../names/names.ts';
import { namesPath } from '../names-address.ts';
import { answerInBrowser } from './answer-in-browser.ts';
import type { NamesQuestion, NamesReply } from './names-messages.ts';

/** What the export has written beside the pages: names/file/write-for-browser.ts. */
const source = createNameSource(async () => {
  const response = await fetch(`${namesPath}/names.bin`);
  if (!response.ok || !response.body) throw new Error(`The names were answered with ${response.status}.`);
  return toNames(await readNamesInBrowser(response.body));
});

self.addEventListener('message', async ({ data, ports: [port] }: MessageEvent<NamesQuestion>) => {
  port?.postMessage(await reply(data));
});

async function reply(question: NamesQuestion): Promise<NamesReply> {
  try {
    return { answer: await answerInBrowser(source, question) };
  } catch (error) {
    return { fault: String(error) };
  }
}
