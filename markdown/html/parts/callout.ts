import { writeNames } from '../attributes.ts';
import { escapeHtml } from '../escape-html.ts';
import { readText, type WritePart } from '../part-type.ts';

const circle = '<circle cx="10" cy="10" r="7.8"></circle>';
const sign = (path: string) => `<path d="${path}"></path>`;

const kinds: Record<string, { title: string; icon: string }> = {
  note: { title: 'Note', icon: circle + sign('M10 9v5M10 6.2v.1') },
  tip: { title: 'Tip', icon: sign('M10 2.5c3.2 4.2 5 6.8 5 9.6a5 5 0 0 1-10 0c0-2.8 1.8-5.4 5-9.6z') },
  important: { title: 'Important', icon: circle + sign('M10 5.500v5.500M10 13.800v.1') },
  warning: { title: 'Warning', icon: sign('M10 2.500l8 14.500H2z') + sign('M10 8v4M10 14v.1') },
  caution: { title: 'Caution', icon: circle + sign('M7 7l6 6M13 7l-6 6') },
};

/** A highlighted note. Its kind is shown by name and icon, never by colour alone. */
export const writeCallout: WritePart = (attributes, children, page) => {
  const type = readText(attributes, 'type');
  const kind = Object.hasOwn(kinds, type) ? type : 'note';
  const { title = '', icon = '' } = kinds[kind] ?? {};
  const shown = escapeHtml(readText(attributes, 'title') || title);
  return (
    `<div${writeNames(`callout callout-${kind}`, attributes)} role="note">` +
    `<p class="callout-title"><svg viewBox="0 0 20 20" aria-hidden="true">${icon}</svg>${shown}</p>` +
    `${page.write(children)}</div>`
  );
};
