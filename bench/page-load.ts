import { chromium } from '@playwright/test';
import { browserArguments, findBrowser } from '../tests/harness/find-browser.ts';
import type { Bench } from './bench.ts';

/** One request of a page, as the browser's network layer saw it. */
export interface LoadedFile {
  url: string;
  /** `Document`, `Stylesheet`, `Script`, `Font`, `Ping`, … */
  type: string;
  encoding: string;
  /** On the wire: body as compressed, and the answer's headers. */
  bytes: number;
}

export interface PageLoad {
  files: LoadedFile[];
  /** The source of every inline script that is run. */
  inlineScripts: string[];
}

/** Long enough for everything that a page does by itself once it is idle. */
const idleMs = 4000;

/** Loads a page in a real Chromium, without input, and returns what was fetched. */
export async function loadPage(bench: Bench, url: string): Promise<PageLoad> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments() });
  bench.onClose(() => browser.close());
  const page = await browser.newPage();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const files = new Map<string, LoadedFile>();
  network.on('Network.requestWillBeSent', ({ requestId, request, type }) =>
    files.set(requestId, { url: request.url, type: type ?? 'Other', encoding: '', bytes: 0 }),
  );
  network.on('Network.responseReceived', ({ requestId, response }) => {
    const file = files.get(requestId);
    if (file)
      file.encoding = response.headers['content-encoding'] ?? response.headers['Content-Encoding'] ?? '';
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });

  const answer = await page.goto(url, { waitUntil: 'load' });
  if (answer?.status() !== 200) throw new Error(`${url} answered ${answer?.status()}, not 200.`);
  await page.waitForTimeout(idleMs);
  // What the server sent, not what scripts made of it: data blocks (JSON, import maps) are not scripts that run.
  const html = await answer.text();
  await browser.close();
  return { files: [...files.values()], inlineScripts: findInlineScripts(html) };
}

function findInlineScripts(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
  return scripts
    .filter(([, attributes = '']) => isInlineProgram(attributes))
    .map(([, , source = '']) => source);
}

function isInlineProgram(attributes: string): boolean {
  if (/\bsrc=/.test(attributes)) return false;
  const type = /\btype="?([^"\s>]+)/.exec(attributes)?.[1];
  return type === undefined || type === 'module' || type === 'text/javascript';
}
