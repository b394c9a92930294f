import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Root } from 'react-dom/client';
import type { ArticleBody, Island } from '../../../markdown/document.ts';
import { CurrentPath } from '../../current-site.ts';
import { WidgetBoundary } from '../widget-boundary.tsx';
import { blockReplacement } from './block-replacement.ts';
import { IslandMount, type MountIsland } from './island-mount.ts';
import { islandComponents } from './islands.ts';
import { ownComponents } from './own-components.ts';

/** Begins the ids that React gives inside the islands, so that each is unique on the page. */
export const islandPrefix = 'island-';

/** The text of a page: the HTML that `markdown/` made, set as it is, with its islands. */
export function Prose({ body }: { body: ArticleBody }) {
  return <HtmlWithIslands className="prose" body={body} prefix={islandPrefix} />;
}

interface HtmlWithIslandsProps {
  body: ArticleBody;
  prefix: string;
  className?: string;
  isInline?: boolean | undefined;
}

function HtmlWithIslands({ body, prefix, className, isInline = false }: HtmlWithIslandsProps) {
  const Tag = isInline ? 'span' : 'div';
  const container = useRef<HTMLDivElement & HTMLSpanElement>(null);
  const mount = use(IslandMount);
  const path = use(CurrentPath);
  const html = useHtml(container, body, path);
  const roots = useRef(new Map<Element, Root>());
  useEffect(() => {
    const mounted = roots.current;
    if (container.current && mount) mountIslands(container.current, { body, prefix, path, mount, mounted });
    // React cannot unmount a root while it is rendering another one.
    return () => queueMicrotask(() => unmountRemoved(mounted));
  }, [body, prefix, path, mount]);
  return (
    // The server has filled the islands; the browser's HTML has empty ones, and React keeps what the server sent.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: markdown/ writes only allowed elements, and escapes every text.
    <Tag className={className} ref={container} suppressHydrationWarning dangerouslySetInnerHTML={html} />
  );
}

/**
 * The HTML of an element for React. Whenever this object is another one, React sets the HTML again, which empties the islands. A new text of
 * the same page keeps the object where only the blocks that differ are replaced.
 */
function useHtml(container: RefObject<Element | null>, body: ArticleBody, path: string): { __html: string } {
  const [given, setGiven] = useState({ __html: body.html, path });
  const isOther = given.path !== path || (given.__html !== body.html && !blockReplacement());
  const html = isOther ? { __html: body.html, path } : given;
  if (isOther) setGiven(html);
  /** The text that is in the element, and the object that React has set before. */
  const shown = useRef({ html, body });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { html, body };
    if (before.html === html && before.body !== body && container.current)
      blockReplacement()?.(container.current, before.body, body);
  }, [container, html, body]);
  return html;
}

interface MountOptions {
  body: ArticleBody;
  prefix: string;
  path: string;
  mount: MountIsland;
  /** The islands of this text that are roots already. */
  mounted: Map<Element, Root>;
}

function mountIslands(container: Element, { body, prefix, path, mount, mounted }: MountOptions): void {
  for (const [index, island] of body.islands.entries()) {
    const element = findIsland(container, index);
    if (!element) continue;
    const own = `${prefix}${index}-`;
    const content = <IslandContent island={island} prefix={own} path={path} mount={mount} />;
    const root = mounted.get(element);
    if (root) root.render(content);
    else mounted.set(element, mount(element, content, own));
  }
}

/** Ends the islands whose elements are gone, with the page or because the text was set again. */
function unmountRemoved(mounted: Map<Element, Root>): void {
  for (const [element, root] of mounted) {
    if (element.isConnected) continue;
    root.unmount();
    mounted.delete(element);
  }
}

/** The islands inside of another island belong to its children. */
function findIsland(container: Element, index: number): Element | undefined {
  const found = container.querySelectorAll(`[data-island="${index}"]`);
  return [...found].find(
    (element) => !container.contains(element.parentElement?.closest('[data-island]') ?? null),
  );
}

interface IslandContentProps {
  island: Island;
  prefix: string;
  /** That of the page, for its language. */
  path: string;
  mount?: MountIsland;
}

/** What the React root of an island renders, on the server and in the browser. */
export function IslandContent({ island, prefix, path, mount }: IslandContentProps) {
  const { component, props, children, isInline } = island;
  const content = children && <HtmlWithIslands body={children} prefix={prefix} isInline={isInline} />;
  return (
    <CurrentPath value={path}>
      <IslandMount value={mount}>
        <WidgetBoundary>{renderComponent(component, props, content)}</WidgetBoundary>
      </IslandMount>
    </CurrentPath>
  );
}

type AnyComponent = ComponentType<Record<string, unknown>> | undefined;

/** The attributes were checked against the rules of `markdown/components.ts`. */
function renderComponent(name: string, props: Island['props'], content: ReactNode): ReactNode {
  // Without Suspense: an island counts as hydrated when its component has been loaded.
  const Known = (islandComponents[name] ?? ownComponents[name]) as AnyComponent;
  if (!Known && !name.startsWith('Own-'))
    throw new Error(`app/components/prose/islands.ts has no component "${name}".`);
  // The words in a component of the owner that was not there when the site was built are shown without it.
  return Known ? <Known {...props}>{content}</Known> : content;
}
