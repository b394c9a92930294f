import type { ParseContext } from './parse-context.ts';

/** Adds a formula. One that is wrong shows its source, with the reason where the pointer rests. */
export function addMath(context: ParseContext, source: string, isBlock: boolean): void {
  const { tree, tools } = context;
  const made = tools.math?.(source, isBlock) ?? { fault: 'formulas are not available' };
  if ('math' in made) {
    tree.add(isBlock ? ['div', { class: 'math' }, made.math] : made.math);
    return;
  }
  context.warn(`The formula ${shorten(source)} cannot be shown: ${made.fault}`);
  const code = ['code', { class: 'math-error', title: made.fault }, source] as const;
  tree.add(isBlock ? ['div', { class: 'math' }, [...code]] : [...code]);
}

function shorten(source: string): string {
  const line = source.replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
