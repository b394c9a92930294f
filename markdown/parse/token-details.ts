import type { Token } from 'markdown-it';
import type { DirectiveDetails } from './directive-attributes.ts';

/** What a directive's token carries. */
export interface DirectiveMeta extends DirectiveDetails {
  name: string;
}

export function setDirective(token: Token, directive: DirectiveMeta): void {
  token.meta = { directive };
}

export function readDirective(token: Token): DirectiveMeta {
  const { directive } = token.meta as { directive: DirectiveMeta };
  return directive;
}

/** An attribute of a token as text; empty when it has none of that name. */
export function readAttribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}
