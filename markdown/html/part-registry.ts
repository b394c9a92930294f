import type { WritePart } from './part-type.ts';
import { writeBars } from './parts/bars.ts';
import { writeBadge, writeDetails, writeFileTree, writeKbd, writeSteps } from './parts/boxes.ts';
import { writeCallout } from './parts/callout.ts';
import { writeCard, writeCards } from './parts/cards.ts';
import { writeCodeBlock } from './parts/code-block.ts';
import { writeContactForm } from './parts/contact-form.ts';
import { writeDiagram, writeFormula } from './parts/drawings.ts';
import { writeFootnoteBack, writeFootnoteMark, writeFootnotesTitle } from './parts/footnotes.ts';
import { writeHeadingAnchor } from './parts/heading-anchor.ts';
import { writePicture } from './parts/picture.ts';
import { writeHeadCell, writeTable } from './parts/table.ts';
import { writeTab, writeTabs } from './parts/tabs.ts';

/** Capitalized names are components; the others are elements that need more than their tag. */
export const parts: ReadonlyMap<string, WritePart> = new Map([
  ['math', writeFormula],
  ['table', writeTable],
  ['th', writeHeadCell],
  ['Badge', writeBadge],
  ['Bars', writeBars],
  ['Callout', writeCallout],
  ['Card', writeCard],
  ['Cards', writeCards],
  ['CodeBlock', writeCodeBlock],
  ['ContactForm', writeContactForm],
  ['Details', writeDetails],
  ['Diagram', writeDiagram],
  ['FileTree', writeFileTree],
  ['FootnoteBack', writeFootnoteBack],
  ['FootnoteMark', writeFootnoteMark],
  ['FootnotesTitle', writeFootnotesTitle],
  ['HeadingAnchor', writeHeadingAnchor],
  ['Kbd', writeKbd],
  ['Picture', writePicture],
  ['Steps', writeSteps],
  ['Tab', writeTab],
  ['Tabs', writeTabs],
]);
