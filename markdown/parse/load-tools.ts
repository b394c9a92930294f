import type { Token } from 'markdown-it';
import type { Tools } from './parse-context.ts';

/** Loads what the tokens of a page need. A tool that is loaded stays, for all pages. */
export function createToolLoader(): (tokens: Token[]) => Promise<Tools> {
  const tools: Tools = {};
  const loaded = new Set<keyof Tools>();
  return async (tokens) => {
    const needs = [...findNeeds(tokens)];
    // Nearly always everything is there.
    if (needs.every((name) => loaded.has(name))) return tools;
    const [highlight, math, diagram, html] = await Promise.all([
      needs.includes('highlight') && !tools.highlight
        ? import('./highlight.ts').then((part) => part.createHighlightTool())
        : undefined,
      needs.includes('math') && !tools.math
        ? import('./math-tree.ts').then((part) => part.createMathTool())
        : undefined,
      needs.includes('diagram') && !tools.diagram
        ? import('./diagram-tree.ts').then((part) => part.createDiagramTool())
        : undefined,
      needs.includes('html') && !tools.html
        ? import('./raw-html.ts').then((part) => part.createHtmlTool())
        : undefined,
    ]);
    for (const name of needs) loaded.add(name);
    return Object.assign(
      tools,
      highlight && { highlight },
      math && { math },
      diagram && { diagram },
      html && { html },
    );
  };
}

function findNeeds(tokens: Token[], needs = new Set<keyof Tools>()): Set<keyof Tools> {
  for (const token of tokens) {
    if (token.type === 'fence') needs.add(/^\s*mermaid\b/.test(token.info) ? 'diagram' : 'highlight');
    else if (token.type === 'math_inline' || token.type === 'math_block') needs.add('math');
    else if (token.type === 'html_inline' || token.type === 'html_block') needs.add('html');
    else if (token.children) findNeeds(token.children, needs);
  }
  return needs;
}
