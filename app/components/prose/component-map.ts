import type { ComponentType } from 'react';
import { Bars } from './bars.tsx';
import { Callout } from './callout.tsx';
import { Card, Cards } from './cards.tsx';
import { CodeBlock } from './code-block.tsx';
import { Diagram } from './diagram.tsx';
import { Formula } from './formula.tsx';
import { HeadCell } from './head-cell.tsx';
import { HeadingAnchor } from './heading-anchor.tsx';
import { Picture } from './picture.tsx';
import { ProseTable } from './prose-table.tsx';
import { Badge, Details, FileTree, Kbd, Steps } from './simple-components.tsx';
import { Tab, Tabs } from './tabs.tsx';
import { TaskBox } from './task-box.tsx';

/**
 * Capitalised names are components that an author can use in Markdown or that the Markdown renderer creates; the others are elements that
 * need more than their tag. A component receives its attributes, and `nodes`, the tree below it.
 */
export const proseComponents: ReadonlyMap<string, ComponentType<never>> = new Map<
  string,
  ComponentType<never>
>([
  ['input', TaskBox],
  ['math', Formula],
  ['table', ProseTable],
  ['th', HeadCell],
  ['Badge', Badge],
  ['Bars', Bars],
  ['Callout', Callout],
  ['Card', Card],
  ['Cards', Cards],
  ['CodeBlock', CodeBlock],
  ['Details', Details],
  ['Diagram', Diagram],
  ['FileTree', FileTree],
  ['HeadingAnchor', HeadingAnchor],
  ['Kbd', Kbd],
  ['Picture', Picture],
  ['Steps', Steps],
  ['Tab', Tab],
  ['Tabs', Tabs],
]);
