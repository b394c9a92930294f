/** Decides from the request whether a view is a person's. */
import type { BlockList } from 'node:net';
import { isIP } from 'node:net';
import { isBot as isKnownBot } from 'isbot';
import type { DiscardReason, IncomingView } from './view.ts';

export interface ViewRules {
  respectDoNotTrack: boolean;
  /** Undefined for none: even an empty list parses the address first. */
  ignoredAddresses: BlockList | undefined;
}

/** Each rule has its discard reason; the first that matches decides. */
const rules: [DiscardReason, (view: IncomingView, rules: ViewRules) => boolean][] = [
  ['prefetch', isPrefetch],
  ['headless', isHeadless],
  ['bot', isBot],
  ['owner', ({ isOwner, ownersBrowser }) => isOwner || ownersBrowser],
  ['ignored-address', ({ address }, { ignoredAddresses }) => isListed(ignoredAddresses, address)],
  ['do-not-track', ({ headers }, { respectDoNotTrack }) => respectDoNotTrack && asksNotToBeCounted(headers)],
];

export function findDiscardReason(view: IncomingView, options: ViewRules): DiscardReason | undefined {
  return rules.find(([, applies]) => applies(view, options))?.[0];
}

const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

function isPrefetch({ headers }: IncomingView): boolean {
  return purposeHeaders.some((name) => {
    const purpose = headers.get(name);
    return purpose !== null && /prefetch|prerender|preview/i.test(purpose);
  });
}

function isHeadless({ headers, automated }: IncomingView): boolean {
  if (automated) return true;
  const says = (name: string) => headers.get(name) ?? '';
  return /headless|phantomjs|electron\//i.test(`${says('user-agent')} ${says('sec-ch-ua')}`);
}

/** A cache: the list is one long pattern, and a site sees the same few user agents all day. */
const known = new Map<string, boolean>();
const maxEntries = 5_000;

function isBot({ headers }: IncomingView): boolean {
  const agent = headers.get('user-agent') ?? '';
  // Every browser sends a user agent.
  if (agent === '') return true;
  const before = known.get(agent);
  if (before !== undefined) return before;
  const answer = isKnownBot(agent);
  if (known.size >= maxEntries) known.clear();
  known.set(agent, answer);
  return answer;
}

function isListed(list: BlockList | undefined, address: string): boolean {
  if (!list) return false;
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

function asksNotToBeCounted(headers: Pick<Headers, 'get'>): boolean {
  return headers.get('dnt') === '1' || headers.get('sec-gpc') === '1';
}
