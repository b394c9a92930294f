import { Parser } from 'htmlparser2';
import type { TreeAttributes, TreeElement, TreeNode } from './tree.ts';

/** What becomes of an element: its attributes, 'content' if only its content is kept, or 'nothing'. */
export type ConvertElement = (
  tag: string,
  attributes: Record<string, string>,
) => TreeAttributes | 'content' | 'nothing';

/** Reads what a library drew, as a tree of the elements and attributes that `convert` lets pass. */
export function readXml(xml: string, convert: ConvertElement): TreeNode[] {
  const root: TreeElement = ['', 0];
  const stack: TreeElement[] = [root];
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const parent = stack[stack.length - 1] ?? root;
        const kept = convert(tag, attributes);
        if (kept === 'content') {
          stack.push(parent);
          return;
        }
        // What is left out is read into an element that is part of nothing.
        const element: TreeElement = kept === 'nothing' ? ['', 0] : [tag, toAttributes(kept)];
        if (kept !== 'nothing') parent.push(element);
        stack.push(element);
      },
      onclosetag: () => void stack.pop(),
      ontext(text) {
        const parent = stack[stack.length - 1] ?? root;
        const last = parent.length > 2 ? parent[parent.length - 1] : undefined;
        // The parser reports an entity as a text of its own.
        if (typeof last === 'string') parent[parent.length - 1] = last + text;
        else parent.push(text);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return root.slice(2) as TreeNode[];
}

function toAttributes(attributes: TreeAttributes): TreeAttributes | 0 {
  return Object.keys(attributes).length > 0 ? attributes : 0;
}
