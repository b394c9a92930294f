import type { RenderMarkdown } from './render-markdown.ts';

/** Grows when the same Markdown gives another tree: bodies cached by an earlier version are then not used. */
export const RENDERER_VERSION = '3';

/** The renderer, loaded with the first page that has to be rendered: a start with cached pages does not load parser and rules. */
export function createLazyRenderer(): RenderMarkdown {
  let loading: Promise<RenderMarkdown> | undefined;
  return async (source) => {
    loading ??= import('./render-markdown.ts').then((part) => part.createMarkdownRenderer());
    const render = await loading;
    return render(source);
  };
}
