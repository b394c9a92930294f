import type { ReactNode } from 'react';

/** Props of every component of a document: an id for links, and the author's classes. */
export interface ProseComponentProps {
  id?: string;
  className?: string;
  children?: ReactNode;
}

/** The attributes of a component's outermost element. */
export function outerAttributes(
  base: string,
  { id, className }: ProseComponentProps,
): { id?: string; className: string } {
  return { ...(id && { id }), className: className ? `${base} ${className}` : base };
}
