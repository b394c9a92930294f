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
 * Names with a capital are those an author can use in Markdown or the Markdown room makes itself; the others are
 * elements that need more than their tag. A component is given its attributes, and `nodes`, the tree below it.
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
