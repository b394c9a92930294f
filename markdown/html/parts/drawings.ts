import { writeAttributes } from '../attributes.ts';
import type { WritePart } from '../part-type.ts';
import { writeScrollBox } from '../scroll-box.ts';

/** A drawing. It has its own description, scrolls in its own box and uses the theme's colours. */
export const writeDiagram: WritePart = (_attributes, children, page) =>
  `<figure class="diagram">${writeScrollBox('diagram-box', 'Diagram', page.write(children))}</figure>`;

/** An inline formula is text; a block formula may be wider than the screen. */
export const writeFormula: WritePart = (attributes, children, page) => {
  const math = `<math${writeAttributes(attributes)}>${page.write(children)}</math>`;
  return attributes.display === 'block' ? writeScrollBox('formula', 'Formula', math) : math;
};
