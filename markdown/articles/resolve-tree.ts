import type { PictureFile } from '../document.ts';
import type { TreeAttributes, TreeElement, TreeNode } from '../parse/tree.ts';

/** Where the relative addresses of one page lead. */
export interface Resolved {
  /** Undefined for a file that is not there. */
  pictures: ReadonlyMap<string, PictureFile | undefined>;
  /** Undefined: the link leads nowhere, and only its text is shown. */
  links: ReadonlyMap<string, string | undefined>;
}

/** Replaces relative addresses by the site's own. Parts of the tree in which nothing changes are not copied. */
export function resolveTree(nodes: TreeNode[], resolved: Resolved): TreeNode[] {
  if (resolved.pictures.size === 0 && resolved.links.size === 0) return nodes;
  return nodes.map((node) => resolveNode(node, resolved));
}

function resolveNode(node: TreeNode, resolved: Resolved): TreeNode {
  if (typeof node === 'string') return node;
  const [tag, attributes, ...children] = node;
  // Code, formulas and diagrams refer to nothing, and make up most of a tree.
  if (tag === 'CodeBlock' || tag === 'math' || tag === 'Diagram') return node;
  if (tag === 'img' || tag === 'Picture') return resolvePicture(node, resolved);
  if (tag === 'a' && isLost(attributes, resolved))
    return ['span', 0, ...children.map((child) => resolveNode(child, resolved))];
  const own = attributes === 0 ? 0 : resolveLink(tag, attributes, resolved);
  let isChanged = own !== attributes;
  const inner = children.map((child) => {
    const result = resolveNode(child, resolved);
    if (result !== child) isChanged = true;
    return result;
  });
  return isChanged ? [tag, own, ...inner] : node;
}

function resolveLink(tag: string, attributes: TreeAttributes, { links }: Resolved): TreeAttributes {
  const address = tag === 'a' || tag === 'Card' ? attributes.href : undefined;
  const target = typeof address === 'string' ? links.get(address) : undefined;
  return target === undefined ? attributes : { ...attributes, href: target };
}

function isLost(attributes: TreeAttributes | 0, { links }: Resolved): boolean {
  const address = attributes === 0 ? undefined : attributes.href;
  return typeof address === 'string' && links.has(address) && links.get(address) === undefined;
}

/** A picture that is not there shows its description. */
function resolvePicture(element: TreeElement, { pictures }: Resolved): TreeNode {
  const [tag, attributes] = element;
  const src = attributes === 0 ? undefined : attributes.src;
  if (attributes === 0 || typeof src !== 'string' || !pictures.has(src)) return element;
  const file = pictures.get(src);
  if (file) return [tag, { ...file, ...attributes, ...toHeight(file, attributes), src: file.src }];
  const alt = String(attributes.alt ?? '');
  const text: TreeElement = ['span', { class: 'picture-missing' }, alt];
  return tag === 'Picture' ? ['p', 0, text] : text;
}

/** A picture with another width than its own keeps its shape. */
function toHeight(file: PictureFile, { width, height }: TreeAttributes): TreeAttributes {
  if (typeof width !== 'number' || height !== undefined || !file.width || !file.height) return {};
  return { height: Math.round((file.height * width) / file.width) };
}
