import type { ContentEntry } from '../content-data.ts';

export interface LinkStart {
  /** Where the address begins, in the line. */
  from: number;
  typed: string;
  /** The text in the brackets is typed too: `[[ros` becomes a whole link. */
  isWhole: boolean;
}

/** Whether the text before the cursor begins the address of a link: `](`, `](/po`, or `[[` and words of a title. */
export function findLinkStart(before: string): LinkStart | undefined {
  const address = /\]\(([^()\s<>]*)$/.exec(before)?.[1];
  if (address !== undefined) return { from: before.length - address.length, typed: address, isWhole: false };
  const title = /\[\[([^[\]]*)$/.exec(before)?.[1];
  if (title === undefined) return undefined;
  return { from: before.length - title.length - 2, typed: title, isWhole: true };
}

export interface LinkChoice {
  title: string;
  address: string;
}

const maxChoices = 50;

/** The pages that what is typed may mean: every word is in the title or the address; those that begin with it come first. */
export function findLinkChoices(files: ContentEntry[], typed: string): LinkChoice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const choices: (LinkChoice & { rank: number })[] = [];
  for (const { title, address, kind } of files) {
    if (kind !== 'page' || address === undefined) continue;
    const text = `${title}\n${address}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const start = typed.toLowerCase();
    const isFirst = title.toLowerCase().startsWith(start) || address.toLowerCase().startsWith(start);
    choices.push({ title, address, rank: isFirst ? 0 : 1 });
  }
  return choices
    .sort((a, b) => a.rank - b.rank || a.title.length - b.title.length)
    .slice(0, maxChoices)
    .map(({ title, address }) => ({ title, address }));
}

/** What is written for a chosen page. Spaces and brackets would end an address. */
export function writeLink({ title, address }: LinkChoice, isWhole: boolean): string {
  const escaped = address.replace(/[()\s<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return isWhole ? `[${title.replace(/[[\]\\]/g, '\\$&')}](${escaped})` : escaped;
}
