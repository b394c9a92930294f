import {
  enter,
  findMissingParent,
  isAllowedIn,
  isNeededIn,
  isSpaceIgnored,
  type NestingContext,
  OUTSIDE,
  VOID_ELEMENTS,
} from './nesting-rules.ts';
import type { TreeAttributes, TreeElement, TreeNode } from './tree.ts';

/** Deeper nesting is flattened: no real page needs it, and a browser's stack is limited. */
const MAX_DEPTH = 60;

interface Frame {
  tag: string;
  context: NestingContext;
  into: TreeElement;
  /** Opened by Markdown: raw HTML inside it cannot close it or anything outside it. */
  isBoundary: boolean;
  /** Put in between because the next element needed it. */
  isImplied: boolean;
  /** What is in it is not shown: the inside of a script. */
  isDropped: boolean;
}

export interface TreeBuilder {
  /** Opens an element of the Markdown. Where it is not allowed, only its children are kept. */
  open(tag: string, attributes?: TreeAttributes | 0): void;
  /** Closes what `open` opened last, with everything that raw HTML left open inside. */
  close(): void;
  openHtml(tag: string, attributes: TreeAttributes | 0): void;
  closeHtml(tag: string): void;
  /** Leaves out everything up to the matching `closeHtml`. */
  dropHtml(tag: string): void;
  /** Tags of raw HTML that are open since the last boundary, outermost first. */
  openHtmlTags(): string[];
  /** How many they are. */
  countOpenHtml(): number;
  /** Closes raw HTML until no more than so many tags of it are open. */
  closeHtmlTo(count: number): void;
  text(text: string): void;
  /** Adds a finished element. */
  add(element: TreeElement): void;
  /** The tag of the nearest open element. */
  parent(): string;
  isInside(tag: string): boolean;
  finish(): TreeNode[];
}

/** Nearly every text begins with a letter or a sign. */
function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && text.trim() === '';
}

export function createTreeBuilder(): TreeBuilder {
  const root: Frame = {
    tag: '',
    context: OUTSIDE,
    into: ['', 0],
    isBoundary: true,
    isImplied: false,
    isDropped: false,
  };
  const stack: Frame[] = [root];
  const top = (): Frame => stack[stack.length - 1] ?? root;

  function push(
    tag: string,
    attributes: TreeAttributes | 0,
    kind: { isBoundary: boolean; isImplied?: boolean },
  ): void {
    if (!kind.isImplied) addMissingParents(tag);
    let { context, into } = top();
    const { isDropped } = top();
    const fits = isAllowedIn(context, tag) && (stack.length < MAX_DEPTH || isNeededIn(context.parent, tag));
    // An element that is not allowed here is transparent: its content goes to its parent.
    if (fits) {
      const element: TreeElement = [tag, attributes];
      if (!isDropped) into.push(element);
      context = enter(context, tag);
      into = element;
    }
    stack.push({
      tag,
      context,
      into,
      isBoundary: kind.isBoundary,
      isImplied: kind.isImplied ?? false,
      isDropped,
    });
  }

  /** Closes or opens implied elements until `tag` (or text, `''`) fits: a row gets its table body, a lone cell its row. */
  function addMissingParents(tag: string): void {
    while (tag !== '' && top().isImplied && !isAllowedIn(top().context, tag)) stack.pop();
    for (let step = 0; step < 3; step += 1) {
      const missing = findMissingParent(top().context.parent, tag);
      if (missing === undefined) return;
      push(missing, 0, { isBoundary: false, isImplied: true });
    }
  }

  function add(element: TreeElement): void {
    const tag = element[0];
    addMissingParents(tag);
    const { context, into, isDropped } = top();
    if (isDropped) return;
    if (isAllowedIn(context, tag)) into.push(element);
    else {
      const [, , ...children] = element;
      for (const child of children) addNode(child);
    }
  }

  function addNode(node: TreeNode): void {
    if (typeof node === 'string') text(node);
    else add(node);
  }

  function text(value: string): void {
    if (isBlank(value) && (value === '' || isSpaceIgnored(top().context.parent))) return;
    addMissingParents('');
    const { into, isDropped } = top();
    if (isDropped) return;
    const last = into.length > 2 ? into[into.length - 1] : undefined;
    if (typeof last === 'string') into[into.length - 1] = last + value;
    else into.push(value);
  }

  function countOpenHtml(): number {
    let count = 0;
    for (let at = stack.length - 1; at > 0; at -= 1) {
      const frame = stack[at];
      if (!frame || frame.isBoundary) break;
      if (!frame.isImplied) count += 1;
    }
    return count;
  }

  function popWhile(isOpen: (frame: Frame) => boolean): void {
    while (stack.length > 1 && isOpen(top())) stack.pop();
  }

  return {
    open(tag, attributes = 0) {
      push(tag, attributes, { isBoundary: true });
    },
    close() {
      popWhile((frame) => !frame.isBoundary);
      if (stack.length > 1) stack.pop();
    },
    openHtml(tag, attributes) {
      if (VOID_ELEMENTS.has(tag)) add([tag, attributes]);
      else if (stack.length < 2 * MAX_DEPTH) push(tag, attributes, { isBoundary: false });
    },
    closeHtml(tag) {
      const boundary = stack.findLastIndex((frame) => frame.isBoundary);
      const at = stack.findLastIndex((frame) => frame.tag === tag && !frame.isImplied);
      if (at > boundary) stack.length = at;
    },
    dropHtml(tag) {
      stack.push({
        tag,
        context: OUTSIDE,
        into: ['', 0],
        isBoundary: false,
        isImplied: false,
        isDropped: true,
      });
    },
    openHtmlTags() {
      const boundary = stack.findLastIndex((frame) => frame.isBoundary);
      return stack.slice(boundary + 1).flatMap((frame) => (frame.isImplied ? [] : [frame.tag]));
    },
    countOpenHtml,
    closeHtmlTo(count) {
      for (let open = countOpenHtml(); open > count; open -= 1) {
        popWhile((frame) => frame.isImplied);
        stack.pop();
      }
    },
    text,
    add,
    parent: () => top().context.parent,
    isInside: (tag) => stack.some((frame) => frame.tag === tag),
    finish() {
      stack.length = 1;
      const [, , ...nodes] = root.into;
      return nodes;
    },
  };
}
