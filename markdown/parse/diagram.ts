import { addCodeBlock, type FenceInfo } from './code-block.ts';
import type { ParseContext } from './parse-context.ts';

/** Adds a diagram. What cannot be drawn is shown as its source. */
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
  tree.add(['Diagram', info.title ? { label: info.title } : { words: shorten(drawn.words) }, drawn.svg]);
}

/** What a diagram without a title is described by. */
function shorten(words: string[]): string {
  const text = [...new Set(words)].join(', ');
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
