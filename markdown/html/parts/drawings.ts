import type { TreeNode } from '../../parse/tree.ts';
import { writeAttributes } from '../attributes.ts';
import { readText, type WritePart } from '../part-type.ts';
import { nameBox, writeScrollBox } from '../scroll-box.ts';

/** A drawing with a description for those who do not see it. It scrolls in its own box and uses the theme's colors. */
export const writeDiagram: WritePart = (attributes, children, page) => {
  const label =
    readText(attributes, 'label') || nameBox(page.words.diagram, readText(attributes, 'words'), page);
  const described = children.map((child): TreeNode => {
    if (typeof child === 'string' || child[0] !== 'svg') return child;
    const [tag, own, ...inner] = child;
    return [tag, { ...(own || {}), role: 'img', 'aria-label': label }, ...inner];
  });
  return `<figure class="diagram">${writeScrollBox('diagram-box', page.words.diagram, page.write(described))}</figure>`;
};

/** An inline formula is text; a block formula may be wider than the screen. */
export const writeFormula: WritePart = (attributes, children, page) => {
  const math = `<math${writeAttributes(attributes)}>${page.write(children)}</math>`;
  return attributes.display === 'block' ? writeScrollBox('formula', page.words.formula, math) : math;
};
