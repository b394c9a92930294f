import type { ParseMarkdown } from './parse-markdown.ts';

/** Grows when the same Markdown gives another tree: bodies cached by an earlier version are then not used. */
export const PARSER_VERSION = '8';

/** The parser, loaded with the first page that has to be parsed: a start with cached pages does not load it. */
export function createLazyParser(): ParseMarkdown {
  let loading: Promise<ParseMarkdown> | undefined;
  return async (source) => {
    loading ??= import('./parse-markdown.ts').then((part) => part.createMarkdownParser());
    const render = await loading;
    return render(source);
  };
}
