import { writeNames } from '../attributes.ts';
import { escapeHtml } from '../escape-html.ts';
import { kindTitle, readText, type WritePart } from '../part-type.ts';

const circle = '<circle cx="10" cy="10" r="7.8"></circle>';
const sign = (path: string) => `<path d="${path}"></path>`;

const icons: Record<string, string> = {
  note: circle + sign('M10 9v5M10 6.2v.1'),
  tip: sign('M10 2.5c3.2 4.2 5 6.8 5 9.6a5 5 0 0 1-10 0c0-2.8 1.8-5.4 5-9.6z'),
  important: circle + sign('M10 5.500v5.500M10 13.800v.1'),
  warning: sign('M10 2.500l8 14.500H2z') + sign('M10 8v4M10 14v.1'),
  caution: circle + sign('M7 7l6 6M13 7l-6 6'),
};

/** A highlighted note. Its kind is shown by name and icon, never by color alone. */
export const writeCallout: WritePart = (attributes, children, page) => {
  const type = readText(attributes, 'type');
  const kind = Object.hasOwn(icons, type) ? type : 'note';
  const title = readText(attributes, 'title') || kindTitle({ kind, ...attributes }, page);
  return (
    `<div${writeNames(`callout callout-${kind}`, attributes)} role="note">` +
    `<p class="callout-title"><svg viewBox="0 0 20 20" aria-hidden="true">${icons[kind]}</svg>${escapeHtml(title)}</p>` +
    `${page.write(children)}</div>`
  );
};
