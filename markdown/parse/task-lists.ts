import type { Token } from 'markdown-it';
import { addInline } from './inline-tokens.ts';
import type { ParseContext, TokenCursor } from './parse-context.ts';

export interface Task {
  isDone: boolean;
  /** What there is to do, without the box. */
  children: Token[];
}

/** A list item that begins with `[ ]` or `[x]`. `at` is the item's own token. */
export function findTask(tokens: Token[], at: number): Task | undefined {
  const inline = tokens[at + 2];
  if (tokens[at]?.type !== 'list_item_open' || tokens[at + 1]?.type !== 'paragraph_open') return undefined;
  const [first, ...others] = inline?.children ?? [];
  const box = first?.type === 'text' ? /^\[([ xX])\][ \u00a0]/.exec(first.content) : undefined;
  if (!first || !box) return undefined;
  const rest = Object.assign(Object.create(Object.getPrototypeOf(first)), first, {
    content: first.content.slice(box[0].length),
  });
  return { isDone: box[1] !== ' ', children: [rest, ...others] };
}

/** Adds a task's box and text as one label. */
export function addTask(task: Task, context: ParseContext, cursor: TokenCursor): void {
  const { tree } = context;
  tree.open('label');
  tree.add(['input', { type: 'checkbox', disabled: true, checked: task.isDone }]);
  tree.text(' ');
  addInline(task.children, context);
  tree.close();
  cursor.at += 3;
}
