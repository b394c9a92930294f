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

/** Builds the tree of a document, and moves or leaves out what HTML does not allow where it stands. */
export class TreeBuilder {
  readonly #root: Frame = {
    tag: '',
    context: OUTSIDE,
    into: ['', 0],
    isBoundary: true,
    isImplied: false,
    isDropped: false,
  };
  readonly #stack: Frame[] = [this.#root];

  /** Opens an element of the Markdown. Where it is not allowed, only its children are kept. */
  open(tag: string, attributes: TreeAttributes | 0 = 0): void {
    this.#push(tag, attributes, { isBoundary: true });
  }

  /** Closes what `open` opened last, with everything that raw HTML left open inside. */
  close(): void {
    this.#popWhile((frame) => !frame.isBoundary);
    if (this.#stack.length > 1) this.#stack.pop();
  }

  openHtml(tag: string, attributes: TreeAttributes | 0): void {
    if (VOID_ELEMENTS.has(tag)) this.add([tag, attributes]);
    else if (this.#stack.length < 2 * MAX_DEPTH) this.#push(tag, attributes, { isBoundary: false });
  }

  closeHtml(tag: string): void {
    const at = this.#stack.findLastIndex((frame) => frame.tag === tag && !frame.isImplied);
    if (at > this.#findBoundary()) this.#stack.length = at;
  }

  /** Leaves out everything up to the matching `closeHtml`. */
  dropHtml(tag: string): void {
    this.#stack.push({ ...this.#root, tag, into: ['', 0], isBoundary: false, isDropped: true });
  }

  /** Tags of raw HTML that are open since the last boundary, outermost first. */
  openHtmlTags(): string[] {
    return this.#stack
      .slice(this.#findBoundary() + 1)
      .flatMap((frame) => (frame.isImplied ? [] : [frame.tag]));
  }

  /** How many they are. */
  countOpenHtml(): number {
    let count = 0;
    for (let at = this.#stack.length - 1; at > 0; at -= 1) {
      const frame = this.#stack[at];
      if (!frame || frame.isBoundary) break;
      if (!frame.isImplied) count += 1;
    }
    return count;
  }

  /** Closes raw HTML until no more than so many tags of it are open. */
  closeHtmlTo(count: number): void {
    for (let open = this.countOpenHtml(); open > count; open -= 1) {
      this.#popWhile((frame) => frame.isImplied);
      this.#stack.pop();
    }
  }

  text(value: string): void {
    if (isBlank(value) && (value === '' || isSpaceIgnored(this.parent(), lastChildOf(this.#top().into))))
      return;
    this.#addMissingParents('');
    const { into, isDropped } = this.#top();
    if (isDropped) return;
    const last = lastChildOf(into);
    if (typeof last === 'string') into[into.length - 1] = last + value;
    else into.push(value);
  }

  /** Adds a finished element. */
  add(element: TreeElement): void {
    const [tag, , ...children] = element;
    this.#addMissingParents(tag);
    const { context, into, isDropped } = this.#top();
    if (isDropped) return;
    if (isAllowedIn(context, tag)) into.push(element);
    else for (const child of children) this.#addNode(child);
  }

  /** The tag of the nearest open element. */
  parent(): string {
    return this.#top().context.parent;
  }

  isInside(tag: string): boolean {
    return this.#stack.some((frame) => frame.tag === tag);
  }

  finish(): TreeNode[] {
    this.#stack.length = 1;
    const [, , ...nodes] = this.#root.into;
    return nodes;
  }

  #top(): Frame {
    return this.#stack[this.#stack.length - 1] ?? this.#root;
  }

  #push(
    tag: string,
    attributes: TreeAttributes | 0,
    kind: { isBoundary: boolean; isImplied?: boolean },
  ): void {
    if (!kind.isImplied) this.#addMissingParents(tag);
    let { context, into } = this.#top();
    const { isDropped } = this.#top();
    const hasRoom = this.#stack.length < MAX_DEPTH || isNeededIn(context.parent, tag);
    // An element that is not allowed here is transparent: its content goes to its parent.
    if (isAllowedIn(context, tag) && hasRoom) {
      const element: TreeElement = [tag, attributes];
      if (!isDropped) into.push(element);
      context = enter(context, tag);
      into = element;
    }
    this.#stack.push({
      tag,
      context,
      into,
      isBoundary: kind.isBoundary,
      isImplied: kind.isImplied ?? false,
      isDropped,
    });
  }

  /** Closes or opens implied elements until `tag` (or text, `''`) fits: a row gets its table body, a lone cell its row. */
  #addMissingParents(tag: string): void {
    while (tag !== '' && this.#top().isImplied && !isAllowedIn(this.#top().context, tag)) this.#stack.pop();
    for (let step = 0; step < 3; step += 1) {
      const missing = findMissingParent(this.parent(), tag);
      if (missing === undefined) return;
      this.#push(missing, 0, { isBoundary: false, isImplied: true });
    }
  }

  #addNode(node: TreeNode): void {
    if (typeof node === 'string') this.text(node);
    else this.add(node);
  }

  #findBoundary(): number {
    return this.#stack.findLastIndex((frame) => frame.isBoundary);
  }

  #popWhile(isOpen: (frame: Frame) => boolean): void {
    while (this.#stack.length > 1 && isOpen(this.#top())) this.#stack.pop();
  }
}

/** After the tag and the attributes. */
function lastChildOf(element: TreeElement): TreeNode | undefined {
  return element.length > 2 ? (element.at(-1) as TreeNode) : undefined;
}

/** Nearly every text begins with a letter or a sign. */
function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && text.trim() === '';
}
