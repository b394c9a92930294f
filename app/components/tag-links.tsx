import type { PageSummary } from '../../markdown/document.ts';
import { useWords } from '../current-site.ts';

/** Each tag leads to its pages. */
export function TagLinks({ tags }: Pick<PageSummary, 'tags'>) {
  const words = useWords();
  if (tags.length === 0) return null;
  return (
    <ul className="tags" aria-label={words.tags}>
      {tags.map(({ title, path }) => (
        <li key={title}>{path ? <a href={path}>{title}</a> : title}</li>
      ))}
    </ul>
  );
}
