import { createElement, type HTMLAttributes } from 'react';
import type { TreeNode } from '../../../markdown/document.ts';
import { ScrollBox } from '../scroll-box.tsx';

type FormulaProps = HTMLAttributes<MathMLElement> & { display?: string; nodes?: TreeNode[] };

/** An inline formula is text; a block formula may be wider than the screen. */
export function Formula({ nodes: _, ...props }: FormulaProps) {
  // React's types have no MathML, so the element is created by name.
  const math = createElement('math', props);
  if (props.display !== 'block') return math;
  return (
    <ScrollBox className="formula" label="Formula">
      {math}
    </ScrollBox>
  );
}
