import type { Mark, MarkedText, Marker } from './marks.ts';

const maxLength = 160;
/** How much of the text before the first word that was found is shown. */
const lead = 40;
/** Where words are looked for in a very long page. */
const maxSearched = 60_000;

/** At most 160 characters of a page around the words that were searched for. A description that has as many of them is preferred. */
export function toSnippet(marker: Marker, description: string, text: string): MarkedText {
  const inText = findBestStart(marker.locate(text.slice(0, maxSearched)));
  const inDescription = new Set(marker.find(description.slice(0, maxLength)).map(({ term }) => term)).size;
  const isDescribed = description !== '' && inDescription >= (inText?.terms ?? 0);
  if (isDescribed || !inText) return marker.mark(cut(description || text, 0));
  return marker.mark(cut(text, Math.max(0, inText.start - lead)));
}

/** The place from which most of the words are near each other. */
function findBestStart(matches: Mark[]): { start: number; terms: number } | undefined {
  let best: { start: number; terms: number } | undefined;
  for (const [index, { start }] of matches.entries()) {
    const near = new Set<number>();
    for (let at = index; at < matches.length; at += 1) {
      const match = matches[at];
      if (!match || match.end > start + maxLength - lead - 2) break;
      near.add(match.term);
    }
    if (!best || near.size > best.terms) best = { start, terms: near.size };
  }
  return best;
}

/** A part of a text from about `from`, which begins and ends between words where there are spaces. */
function cut(text: string, from: number): string {
  let start = from;
  if (from > 0) {
    const space = text.indexOf(' ', from);
    if (space >= 0 && space < from + lead / 2) start = space + 1;
  }
  const before = start > 0 ? '… ' : '';
  const room = maxLength - before.length;
  if (text.length - start <= room) return before + text.slice(start);
  const end = start + room - 2;
  const space = text.lastIndexOf(' ', end);
  return `${before}${text.slice(start, space > start + room / 2 ? space : withoutHalf(text, end))} …`;
}

/** Some characters are two units of a string, and are not divided. */
function withoutHalf(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? end - 1 : end;
}
