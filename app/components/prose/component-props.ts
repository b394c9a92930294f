import type { ReactNode } from 'react';

/** What every part takes: a name that links can lead to, and classes of the author's. */
export interface ProseComponentProps {
  id?: string;
  className?: string;
  children?: ReactNode;
}

/** The attributes of a part's outermost element. */
export function outerAttributes(
  base: string,
  { id, className }: ProseComponentProps,
): { id?: string; className: string } {
  return { ...(id && { id }), className: className ? `${base} ${className}` : base };
}
