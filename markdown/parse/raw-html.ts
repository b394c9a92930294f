import { componentOf, components, type KnownComponent, ownComponentFile } from '../components.ts';
import { ALLOWED_TAGS, DROPPED_TAGS } from './allowed-html.ts';
import { findNamedComponent, toComponentName } from './component-names.ts';
import { countWords } from './count-words.ts';
import { toComponentAttributes } from './directive-elements.ts';
import type { HtmlTool, ParseContext } from './parse-context.ts';
import { toElementAttributes } from './references.ts';

export async function createHtmlTool(): Promise<HtmlTool> {
  const { Parser } = await import('htmlparser2');

  return function addHtml(html, context) {
    const { tree } = context;
    let isSeeding = true;
    let isEnding = false;
    const reader = new Parser({
      onopentag(tag, attributes) {
        if (isSeeding) return;
        const component = tag.startsWith(PREFIX) ? componentOf(tag.slice(PREFIX.length)) : undefined;
        if (component) openComponent(component, tag, attributes, context);
        else if (DROPPED_TAGS.has(tag)) tree.dropHtml(tag);
        else if (ALLOWED_TAGS.has(tag)) tree.openHtml(tag, toElementAttributes(tag, attributes, context));
      },
      onclosetag(tag) {
        // At the end the parser closes everything by itself; the tree knows what is really open.
        if (isSeeding || isEnding) return;
        const component = tag.startsWith(PREFIX) ? componentOf(tag.slice(PREFIX.length)) : undefined;
        tree.closeHtml(component?.name ?? tag);
      },
      ontext(text) {
        if (isSeeding) return;
        tree.text(text);
        context.count.prose += countWords(text);
      },
    });
    // The parser accepts a closing tag only if it knows the open one: the open tags are fed to it first.
    if (html.includes('</')) for (const tag of tree.openHtmlTags()) reader.write(`<${toTag(tag)}>`);
    isSeeding = false;
    reader.write(nameComponents(html));
    isEnding = true;
    reader.end();
  };
}

/** Marks the tags that are components of ours, which HTML would read without their capital letters. */
const PREFIX = 'x-component-';

/** `<Badge text="new" />`, as Vue and JSX write a component. A name that HTML has too, as `<Details>`, is HTML. */
function nameComponents(html: string): string {
  if (!/<\/?[A-Z][a-z]/.test(html)) return html;
  return html
    .replace(/<([A-Z][\w.]*)((?:[^<>"']|"[^"]*"|'[^']*')*?)\/>/g, '<$1$2></$1>')
    .replace(/<(\/?)([A-Z][a-z][\w.]*)/g, (whole, slash: string, name: string) => {
      const known = !ALLOWED_TAGS.has(name.toLowerCase()) && findNamedComponent(name);
      return known ? `<${slash}${PREFIX}${toComponentName(name)}` : whole;
    });
}

/** The tag that stands for an element of the tree. */
function toTag(name: string): string {
  if (!/^[A-Z]/.test(name)) return name;
  if (ownComponentFile(name) !== undefined) return PREFIX + name.toLowerCase();
  const [written = ''] = [...components].find(([, component]) => component.name === name) ?? [];
  return PREFIX + written;
}

function openComponent(
  component: KnownComponent,
  tag: string,
  { text, ...attributes }: Record<string, string>,
  context: ParseContext,
): void {
  const name = tag.slice(PREFIX.length);
  const meta = { name, attributes: new Map(Object.entries(attributes)) };
  context.tree.openHtml(component.name, toComponentAttributes(component, meta, context));
  if (text && component.form === 'inline') context.tree.text(text);
}
