import type { Token } from 'markdown-it';
import { toAllowedAttributes } from './allowed-html.ts';
import type { DirectiveDetails } from './directive-attributes.ts';
import type { TreeAttributes } from './tree.ts';

/** What a directive's token carries. */
export interface DirectiveMeta extends DirectiveDetails {
  name: string;
  /** What is wrong with how it is written. */
  fault?: string;
}

export function setDirective(token: Token, directive: DirectiveMeta): void {
  token.meta = { directive };
}

export function readDirective(token: Token): DirectiveMeta {
  const { directive } = token.meta as { directive: DirectiveMeta };
  return directive;
}

/** Attributes that the author wrote in braces after an element. */
export function setAttributes(token: Token, attributes: Map<string, string>): void {
  const before = readAttributes(token);
  token.meta = { ...(token.meta as object | null), attributes: new Map([...before, ...attributes]) };
}

export function readAttributes(token: Token): Map<string, string> {
  const meta = token.meta as { attributes?: Map<string, string> } | null;
  return meta?.attributes ?? new Map();
}

/** Those of them that an element may have. */
export function toOwnAttributes(token: Token, tag: string): TreeAttributes {
  const attributes = readAttributes(token);
  return attributes.size === 0 ? {} : toAllowedAttributes(tag, Object.fromEntries(attributes));
}

/** An attribute of a token as text; empty when it has none of that name. */
export function readAttribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}
