import { escapeHtml } from './escape-html.ts';

/** A scroll container for content that may be wider than the screen. The keyboard can reach it, and it has a name. */
export function writeScrollBox(className: string, label: string, html: string): string {
  return `<div role="group" aria-label="${escapeHtml(label)}" tabindex="0" class="${className}">${html}</div>`;
}
