import type { Article, TagSummary } from '../../markdown/document.ts';
import { useSite, useWords } from '../current-site.ts';
import { formatNumber } from '../format/count.ts';
import { Prose } from './prose/prose.tsx';

/** `/tags`: every tag with the number of its pages. */
export function TagsPage({ tags, intro }: { tags: TagSummary[]; intro?: Article }) {
  const { language } = useSite();
  const words = useWords();
  return (
    <div className="frame axis">
      <h1 className="title">{intro?.title ?? words.tags}</h1>
      {intro?.description && <p className="standfirst">{intro.description}</p>}
      {intro && intro.body.html !== '' && (
        <div className="mt-l">
          <Prose body={intro.body} />
        </div>
      )}
      <ul className="folders mt-l">
        {tags.map(({ title, path, count }) => (
          <li key={path}>
            <a href={path}>{title}</a>
            <span className="label">{formatNumber(count, language)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
