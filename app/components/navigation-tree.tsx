import { useState } from 'react';
import type { NavigationNode } from '../../markdown/document.ts';
import site from '../../site.config.ts';
import { formatCount, formatNumber } from '../format/count.ts';
import { findPages } from './find-pages.ts';

/** A folder can hold thousands of pages; this many are drawn at a time. */
const pageSize = 200;

interface NavigationTreeProps {
  nodes: NavigationNode[];
  currentPath: string;
}

/** Collapsible folders. The content of a folder is rendered once it is opened. */
export function NavigationTree({ nodes, currentPath }: NavigationTreeProps) {
  const [shown, setShown] = useState(pageSize);
  const rest = nodes.length - shown;
  return (
    <ul className="tree">
      {nodes.slice(0, shown).map((node) => (
        <li key={node.path}>
          {node.children?.length ? (
            <Folder node={node} nodes={node.children} currentPath={currentPath} />
          ) : (
            <PageLink node={node} currentPath={currentPath} />
          )}
        </li>
      ))}
      {rest > 0 && (
        <li>
          <button type="button" className="link-button" onClick={() => setShown(shown + pageSize)}>
            Show more ({formatNumber(rest, site.language)})
          </button>
        </li>
      )}
    </ul>
  );
}

function Folder({ node, nodes, currentPath }: NavigationTreeProps & { node: NavigationNode }) {
  const [open, setOpen] = useState(currentPath === node.path || currentPath.startsWith(`${node.path}/`));
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{node.title}</summary>
      {open && (
        <>
          <div className="tree">
            <a href={node.path} aria-current={node.path === currentPath ? 'page' : undefined}>
              {node.page ? 'Overview' : `All in ${node.title}`}
            </a>
          </div>
          <NavigationTree nodes={nodes} currentPath={currentPath} />
        </>
      )}
    </details>
  );
}

function PageLink({
  node,
  currentPath,
}: {
  node: Pick<NavigationNode, 'title' | 'path'>;
  currentPath: string;
}) {
  return (
    <a href={node.path} aria-current={node.path === currentPath ? 'page' : undefined}>
      {node.title}
    </a>
  );
}

const matchesShown = 100;

export function NavigationMatches({ nodes, query, currentPath }: NavigationTreeProps & { query: string }) {
  const { pages, total } = findPages(nodes, query, matchesShown);
  return (
    <>
      <p className="label" role="status">
        {total > pages.length ? `The first ${pages.length} of ` : ''}
        {formatCount(total, 'page', 'pages', site.language)}
      </p>
      <ul className="tree">
        {pages.map((page) => (
          <li key={page.path}>
            <PageLink node={page} currentPath={currentPath} />
            {page.trail.length > 0 && <span className="label"> {page.trail.join(' / ')}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
