import type { TokenCursor } from './parse-context.ts';

const MARK = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*$/i;

/** A quote that begins with `[!NOTE]`, as GitHub writes it. The mark is taken out of its text. */
export function findCallout({ tokens, at }: TokenCursor): { type: string; isAlone: boolean } | undefined {
  const inline = tokens[at + 2];
  if (tokens[at + 1]?.type !== 'paragraph_open' || inline?.type !== 'inline') return undefined;
  const [first, second] = inline.children ?? [];
  const type = first?.type === 'text' ? MARK.exec(first.content)?.[1]?.toLowerCase() : undefined;
  if (!type || (second && second.type !== 'softbreak')) return undefined;
  inline.children = (inline.children ?? []).slice(2);
  // Nothing else in the first paragraph: it is left out altogether.
  return { type, isAlone: inline.children.length === 0 };
}
