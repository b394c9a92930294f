import { type ComponentType, createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import type { TreeElement, TreeNode } from '../../../markdown/document.ts';
import { WidgetBoundary } from '../widget-boundary.tsx';
import { isAllowedTag } from './allowed-tags.ts';
import { proseComponents } from './component-map.ts';
import { toProseHtml } from './prose-html.server.ts';
import { toSafeProps } from './safe-props.ts';
import { childrenOf } from './tree-text.ts';

/** A document. In the browser its tree becomes React elements; the server writes the same HTML without React where it can. */
export function Prose({ nodes }: { nodes: TreeNode[] }) {
  // The condition is a build-time constant: the browser's bundle does not contain this branch.
  const html = import.meta.env.SSR ? toProseHtml(nodes) : undefined;
  if (html === undefined) return toProseElement(nodes);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it was made of the same tree, every text and attribute escaped.
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** A document's tree as React elements. A node that is neither an allowed element nor a known component renders only its children. */
export function toProseElement(nodes: TreeNode[]): ReactElement {
  return createElement('div', { className: 'prose' }, ...nodes.map(toReact));
}

function toReact(node: TreeNode): ReactNode {
  return typeof node === 'string' ? node : toElement(node);
}

function toElement(element: TreeElement): ReactNode {
  const [tag, attributes] = element;
  const nodes = childrenOf(element);
  const children = nodes.map(toReact);
  const props = toSafeProps(attributes);

  // The map knows the props of a component; here it is only called with the attributes of the document.
  const component = proseComponents.get(tag) as ComponentType<Record<string, unknown>> | undefined;
  if (component) {
    const part = createElement(component, { ...props, nodes }, ...children);
    return /^[A-Z]/.test(tag) ? createElement(WidgetBoundary, null, part) : part;
  }
  if (isAllowedTag(tag)) return createElement(tag, props, ...children);
  return createElement(Fragment, null, ...children);
}
