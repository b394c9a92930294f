import { escapeHtml } from './escape-html.ts';
import type { HtmlPage } from './part-type.ts';

/** A scroll container for content that may be wider than the screen. The keyboard can reach it, and it has a name. */
export function writeScrollBox(className: string, label: string, html: string): string {
  return `<div role="group" aria-label="${escapeHtml(label)}" tabindex="0" class="${className}">${html}</div>`;
}

/** What a box is, with its own name where it has one. */
export function nameBox(kind: string, name: string, { words }: HtmlPage): string {
  return name ? words.named(kind, name) : kind;
}
