import { addCodeBlock, type FenceInfo } from './code-block.ts';
import type { ParseContext } from './parse-context.ts';

/** Adds a diagram with a description for those who do not see it. What cannot be drawn is shown as its source. */
export function addDiagram(source: string, info: FenceInfo, context: ParseContext): void {
  const { tree, tools } = context;
  context.diagrams += 1;
  const drawn = tools.diagram?.(source, `diagram-${context.diagrams}`) ?? {
    fault: 'diagrams are not available',
  };
  if ('fault' in drawn) {
    context.warn(`The diagram is shown as text: ${drawn.fault}`);
    addCodeBlock(context, source, info);
    return;
  }
  const label = info.title ?? describe(drawn.words);
  const [tag, attributes, ...children] = drawn.svg;
  tree.add([
    'Diagram',
    { label },
    [tag, { ...(attributes || {}), role: 'img', 'aria-label': label }, ...children],
  ]);
}

function describe(words: string[]): string {
  const text = [...new Set(words)].join(', ');
  return `Diagram: ${text.length > 200 ? `${text.slice(0, 199)}…` : text}`;
}
