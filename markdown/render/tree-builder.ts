import type { TreeAttributes, TreeElement, TreeNode } from '../document.ts';
import {
  enter,
  findMissingParent,
  isNeededIn,
  isSpaceIgnored,
  mayStand,
  OUTSIDE,
  type Surroundings,
  VOID_ELEMENTS,
} from './nesting-rules.ts';

/** Deeper nesting is flattened: a page that needs it does not exist, and a browser's stack is not endless. */
const DEEPEST = 60;

interface Frame {
  tag: string;
  around: Surroundings;
  into: TreeElement;
  /** Opened by Markdown: raw HTML inside it cannot close it, nor reach out of it. */
  isBorder: boolean;
  /** Put in between because the next element needed it. */
  isImplied: boolean;
  /** What is in it is not shown: the inside of a script. */
  isSwallowed: boolean;
}

export interface TreeBuilder {
  /** Opens an element of the Markdown. Where it may not stand, only its children are kept. */
  open(tag: string, attributes?: TreeAttributes | 0): void;
  /** Closes what `open` opened last, with everything that raw HTML left open inside. */
  close(): void;
  openHtml(tag: string, attributes: TreeAttributes | 0): void;
  closeHtml(tag: string): void;
  /** Leaves out everything up to the matching `closeHtml`. */
  swallowHtml(tag: string): void;
  /** Tags of raw HTML that are open since the last border, outermost first. */
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
    around: OUTSIDE,
    into: ['', 0],
    isBorder: true,
    isImplied: false,
    isSwallowed: false,
  };
  const stack: Frame[] = [root];
  const top = (): Frame => stack[stack.length - 1] ?? root;

  function push(
    tag: string,
    attributes: TreeAttributes | 0,
    kind: { isBorder: boolean; isImplied?: boolean },
  ): void {
    if (!kind.isImplied) makeRoom(tag);
    let { around, into } = top();
    const { isSwallowed } = top();
    const fits = mayStand(around, tag) && (stack.length < DEEPEST || isNeededIn(around.parent, tag));
    // One that does not fit is transparent: what is put into it goes to its parent.
    if (fits) {
      const element: TreeElement = [tag, attributes];
      if (!isSwallowed) into.push(element);
      around = enter(around, tag);
      into = element;
    }
    stack.push({
      tag,
      around,
      into,
      isBorder: kind.isBorder,
      isImplied: kind.isImplied ?? false,
      isSwallowed,
    });
  }

  /** Closes or opens implied elements until `tag` (or text, `''`) fits: a row gets its table body, a lone cell its row. */
  function makeRoom(tag: string): void {
    while (tag !== '' && top().isImplied && !mayStand(top().around, tag)) stack.pop();
    for (let step = 0; step < 3; step += 1) {
      const missing = findMissingParent(top().around.parent, tag);
      if (missing === undefined) return;
      push(missing, 0, { isBorder: false, isImplied: true });
    }
  }

  function add(element: TreeElement): void {
    const tag = element[0];
    makeRoom(tag);
    const { around, into, isSwallowed } = top();
    if (isSwallowed) return;
    if (mayStand(around, tag)) into.push(element);
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
    if (isBlank(value) && (value === '' || isSpaceIgnored(top().around.parent))) return;
    makeRoom('');
    const { into, isSwallowed } = top();
    if (isSwallowed) return;
    const last = into.length > 2 ? into[into.length - 1] : undefined;
    if (typeof last === 'string') into[into.length - 1] = last + value;
    else into.push(value);
  }

  function countOpenHtml(): number {
    let count = 0;
    for (let at = stack.length - 1; at > 0; at -= 1) {
      const frame = stack[at];
      if (!frame || frame.isBorder) break;
      if (!frame.isImplied) count += 1;
    }
    return count;
  }

  function popWhile(isOpen: (frame: Frame) => boolean): void {
    while (stack.length > 1 && isOpen(top())) stack.pop();
  }

  return {
    open(tag, attributes = 0) {
      push(tag, attributes, { isBorder: true });
    },
    close() {
      popWhile((frame) => !frame.isBorder);
      if (stack.length > 1) stack.pop();
    },
    openHtml(tag, attributes) {
      if (VOID_ELEMENTS.has(tag)) add([tag, attributes]);
      else if (stack.length < 2 * DEEPEST) push(tag, attributes, { isBorder: false });
    },
    closeHtml(tag) {
      const border = stack.findLastIndex((frame) => frame.isBorder);
      const at = stack.findLastIndex((frame) => frame.tag === tag && !frame.isImplied);
      if (at > border) stack.length = at;
    },
    swallowHtml(tag) {
      stack.push({
        tag,
        around: OUTSIDE,
        into: ['', 0],
        isBorder: false,
        isImplied: false,
        isSwallowed: true,
      });
    },
    openHtmlTags() {
      const border = stack.findLastIndex((frame) => frame.isBorder);
      return stack.slice(border + 1).flatMap((frame) => (frame.isImplied ? [] : [frame.tag]));
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
    parent: () => top().around.parent,
    isInside: (tag) => stack.some((frame) => frame.tag === tag),
    finish() {
      stack.length = 1;
      const [, , ...nodes] = root.into;
      return nodes;
    },
  };
}
