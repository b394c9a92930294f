/** Asks other sites whether the pages that we link to are still there. */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createConcurrencyLimit } from '../../backend/http/concurrency-limit.ts';
import {
  createOutgoingFetch,
  type OutgoingFetch,
  OutgoingFetchError,
} from '../../backend/http/outgoing-fetch.ts';
import { writeDurably } from '../../database/durable-files.ts';
import type { LinkFault, SiteLink } from '../../markdown/links/check-links.ts';

export interface ExternalCheckOptions {
  /** Answers are kept here. */
  cacheFile: string;
  fetch?: OutgoingFetch;
  now?: () => number;
  /** Between two questions to one host. */
  pauseMs?: number;
}

/** When an address was asked, and what is wrong with it. */
type Answers = Record<string, { at: number; reason?: string }>;

const maxRunning = 8;
const keptMs = 7 * 24 * 60 * 60 * 1000;

export async function checkExternalLinks(
  links: readonly SiteLink[],
  options: ExternalCheckOptions,
): Promise<LinkFault[]> {
  const { now = Date.now, pauseMs = 1000, fetch = createOutgoingFetch() } = options;
  const answers = await readAnswers(options.cacheFile);
  const limit = createConcurrencyLimit({ maxRunning });
  const addresses = new Set(links.map(({ link }) => withoutHash(link)));
  for (const address of Object.keys(answers))
    if (!addresses.has(address) || now() - (answers[address]?.at ?? 0) > keptMs) delete answers[address];

  async function ask(address: string): Promise<void> {
    const reason = await findReason(address, fetch);
    answers[address] = { at: now(), ...(reason !== undefined && { reason }) };
  }

  const byHost = Map.groupBy(
    [...addresses].filter((address) => answers[address] === undefined),
    (address) => URL.parse(address)?.host ?? '',
  );
  await Promise.all(
    [...byHost.values()].map(async (ofHost) => {
      for (const [index, address] of ofHost.entries()) {
        if (index > 0) await delay(pauseMs);
        await limit(() => ask(address));
      }
    }),
  );
  await writeDurably(options.cacheFile, JSON.stringify(answers));
  return links.flatMap((place) => {
    const reason = answers[withoutHash(place.link)]?.reason;
    return reason === undefined ? [] : [{ ...place, reason }];
  });
}

/** What is wrong with a page of another site. Sites that refuse programs, or have a fault for the moment, are not reported. */
async function findReason(address: string, fetch: OutgoingFetch): Promise<string | undefined> {
  let reason: string | undefined;
  for (const method of ['HEAD', 'GET']) {
    try {
      const { status } = await fetch(address, { method, headers: { accept: '*/*' } });
      if (status < 400) return undefined;
      reason = status === 404 || status === 410 ? `answers ${status}` : undefined;
    } catch (error) {
      const fault = error instanceof OutgoingFetchError ? error.fault : 'unreachable';
      // A private address is none of ours to ask; a redirect or a long answer is an answer.
      if (fault === 'refused_address' || fault === 'redirect' || fault === 'too_large') return undefined;
      reason = fault === 'too_slow' ? 'does not answer in time' : 'cannot be reached';
    }
  }
  return reason;
}

function withoutHash(link: string): string {
  return link.replace(/#.*$/s, '');
}

async function readAnswers(file: string): Promise<Answers> {
  try {
    const data: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof data === 'object' && data !== null ? (data as Answers) : {};
  } catch {
    return {};
  }
}
