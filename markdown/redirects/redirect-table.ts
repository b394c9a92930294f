import { toAddress } from '../files/page-address.ts';
import { fillSplat, isOwnPath, type RedirectRule, type RedirectStatus } from './parse-redirects.ts';

/** Where an address leads in the end. `to` is undefined for a page that is gone (410). */
export interface FoundRedirect {
  to: string | undefined;
  status: RedirectStatus;
}

/** What is wrong with a rule or a link, for the owner. `file` is relative to the content folder. */
export interface ContentFault {
  file: string;
  line?: number;
  message: string;
}

export interface RedirectTable {
  /** `address` as `toAddress` writes it. Undefined: no rule, or a loop. */
  find(address: string): FoundRedirect | undefined;
  /** The rule for an address, without what it leads on to. */
  findRule(address: string): RedirectRule | undefined;
  faults: ContentFault[];
}

/** Longer than any chain that was made on purpose. */
const MAX_STEPS = 10;
/** Stands for any path below a pattern while its chain is checked. */
const SAMPLE = 'anything';

type Step = { rule: RedirectRule; to: string | undefined };

/** `hasPage`: a page that exists wins over a rule. The first rule for an address counts. */
export function createRedirectTable(
  rules: readonly RedirectRule[],
  hasPage: (address: string) => boolean,
): RedirectTable {
  const exact = new Map<string, RedirectRule>();
  const patterns: RedirectRule[] = [];
  const faults: ContentFault[] = [];
  const addFault = ({ file, line }: RedirectRule, message: string) =>
    faults.push({ file, ...(line !== undefined && { line }), message });

  for (const rule of rules) {
    const earlier = rule.isPattern ? undefined : exact.get(rule.from);
    if (earlier) addFault(rule, `${rule.from} is redirected already by ${placeOf(earlier)}`);
    else if (rule.isPattern) patterns.push(rule);
    else exact.set(rule.from, rule);
  }
  // The longest prefix is the nearest.
  patterns.sort((one, other) => other.from.length - one.from.length);

  function findStep(address: string): Step | undefined {
    const rule = exact.get(address) ?? patterns.find(({ from }) => isBelow(address, from));
    if (!rule) return undefined;
    const rest = rule.from === '/' ? address.slice(1) : address.slice(rule.from.length + 1);
    return { rule, to: rule.to === undefined ? undefined : fillSplat(rule.to, rest) };
  }

  /** Every step from an address to a page, another site or nothing; `isLoop` if there is no end. */
  function follow(start: string): { steps: Step[]; isLoop: boolean } {
    const steps: Step[] = [];
    const seen = new Set([start]);
    let step = findStep(start);
    while (step) {
      steps.push(step);
      const next = addressOf(step.to);
      if (next === undefined || hasPage(next)) break;
      if (seen.has(next) || steps.length > MAX_STEPS) return { steps, isLoop: true };
      seen.add(next);
      step = findStep(next);
    }
    return { steps, isLoop: false };
  }

  for (const rule of [...exact.values(), ...patterns]) {
    if (!rule.isPattern && hasPage(rule.from)) {
      addFault(rule, `${rule.from} has a page, which wins: the redirect is never used`);
      continue;
    }
    const start = rule.isPattern ? `${rule.from === '/' ? '' : rule.from}/${SAMPLE}` : rule.from;
    const { steps, isLoop } = follow(start);
    const path = [start, ...steps.map(({ to }) => to ?? 'gone')].join(' → ').replaceAll(SAMPLE, '*');
    const [, second] = steps;
    if (isLoop) addFault(rule, `${written(rule)} leads back to itself (${path}): it answers 404`);
    else if (second)
      addFault(
        rule,
        `${written(rule)} leads to another redirect, ${placeOf(second.rule)} (${path}): write its last address`,
      );
  }

  return {
    faults,
    findRule: (address) => findStep(address)?.rule,
    find(address) {
      const { steps, isLoop } = follow(address);
      const [first] = steps;
      const last = steps.at(-1);
      if (!first || !last || isLoop) return undefined;
      if (last.to === undefined) return { to: undefined, status: 410 };
      if (last.to.startsWith('/') && !isOwnPath(last.to)) return undefined;
      // One step that is not for ever makes the whole way so.
      const temporary = steps.find(({ rule }) => rule.status === 302 || rule.status === 307);
      return { to: last.to, status: (temporary ?? first).rule.status };
    },
  };
}

function isBelow(address: string, folder: string): boolean {
  return folder === '/' ? address !== '/' : address.startsWith(`${folder}/`);
}

/** The address of a target on this site. */
function addressOf(to: string | undefined): string | undefined {
  return to?.startsWith('/') ? toAddress(to.replace(/[?#].*$/s, '')) : undefined;
}

function written({ from, isPattern }: RedirectRule): string {
  return isPattern ? `${from === '/' ? '' : from}/*` : from;
}

function placeOf({ file, line }: RedirectRule): string {
  return line === undefined ? file : `${file}:${line}`;
}
