import { type ReactNode, useId } from 'react';

/** A section of a page: its heading is in the margin, its content on the text axis. */
interface PageSectionProps {
  title: string;
  /** Keeps the margin free, for content that uses it. */
  titleOnAxis?: boolean;
  children: ReactNode;
}

export function PageSection({ title, titleOnAxis = false, children }: PageSectionProps) {
  const id = useId();
  return (
    <section className="axis page-section" aria-labelledby={id}>
      <h2 className={titleOnAxis ? 'section-title' : 'margin section-title'} id={id}>
        {title}
      </h2>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
