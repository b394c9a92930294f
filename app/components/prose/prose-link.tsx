import type { AnchorHTMLAttributes } from 'react';
import { Link } from 'react-router';
import type { TreeNode } from '../../../markdown/document.ts';

type ProseLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { nodes?: TreeNode[] };

/** A page of this site is the router's; files (`/feed.xml`), hashes and other sites are the browser's. */
export function ProseLink({ href, nodes: _, children, ...props }: ProseLinkProps) {
  if (href && /^\/(?!\/)/.test(href) && !isFile(href)) {
    return (
      <Link {...props} to={href}>
        {children}
      </Link>
    );
  }
  return (
    <a {...props} href={href}>
      {children}
    </a>
  );
}

function isFile(href: string): boolean {
  return /\.[a-z0-9]+$/i.test(href.split(/[?#]/)[0] ?? '');
}
