import { ALLOWED_TAGS, DROPPED_TAGS, toAllowedAttributes, USER_PREFIX } from './allowed-html.ts';
import { countWords } from './count-words.ts';
import type { HtmlTool, ParseContext } from './parse-context.ts';
import { addLinkAttributes, addPictureReference } from './references.ts';
import type { TreeAttributes } from './tree.ts';

export async function createHtmlTool(): Promise<HtmlTool> {
  const { Parser } = await import('htmlparser2');

  return function addHtml(html, context) {
    const { tree } = context;
    let isSeeding = true;
    let isEnding = false;
    const reader = new Parser({
      onopentag(tag, attributes) {
        if (isSeeding) return;
        if (DROPPED_TAGS.has(tag)) tree.dropHtml(tag);
        else if (ALLOWED_TAGS.has(tag)) tree.openHtml(tag, toTreeAttributes(tag, attributes, context));
      },
      onclosetag(tag) {
        // At the end the parser closes everything by itself; the tree knows what is really open.
        if (!isSeeding && !isEnding) tree.closeHtml(tag);
      },
      ontext(text) {
        if (isSeeding) return;
        tree.text(text);
        context.count.prose += countWords(text);
      },
    });
    // The parser accepts a closing tag only if it knows the open one: the open tags are fed to it first.
    if (html.includes('</')) for (const tag of tree.openHtmlTags()) reader.write(`<${tag}>`);
    isSeeding = false;
    reader.write(html);
    isEnding = true;
    reader.end();
  };
}

function toTreeAttributes(
  tag: string,
  attributes: Record<string, string>,
  context: ParseContext,
): TreeAttributes | 0 {
  const allowed = toAllowedAttributes(tag, attributes);
  if (typeof allowed.id === 'string') context.userIds.add(allowed.id.slice(USER_PREFIX.length));
  if (tag === 'a') addLinkAttributes(context, allowed);
  if (tag === 'img') {
    addPictureReference(context, allowed);
    allowed.alt ??= '';
  }
  return Object.keys(allowed).length > 0 ? allowed : 0;
}
