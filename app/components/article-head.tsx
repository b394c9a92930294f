import type { Article, PageSummary } from '../../markdown/document.ts';
import { formatViews } from '../format/views.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Day } from './day.tsx';

interface ArticleHeadProps {
  article: Article;
  trail?: { title: string; path: string }[];
  /** Date, reading time and tags: for articles, not for pages such as "About". */
  facts?: boolean;
  /** The number of views, where it is shown. */
  views?: number | undefined;
}

export function ArticleHead({ article, trail = [], facts = true, views }: ArticleHeadProps) {
  return (
    <header className="axis article-head">
      <Breadcrumbs trail={trail} />
      <h1 className="title">{article.title}</h1>
      {article.description && <p className="standfirst">{article.description}</p>}
      {facts && <Facts article={article} views={views} />}
      {article.image && (
        <img
          className="article-picture"
          src={article.image.src}
          width={article.image.width}
          height={article.image.height}
          alt={article.image.alt}
          fetchPriority="high"
        />
      )}
    </header>
  );
}

/** Each tag leads to its other pages. */
export function Tags({ tags }: Pick<PageSummary, 'tags'>) {
  return (
    <ul className="tags" aria-label="Tags">
      {tags.map(({ title, path }) => (
        <li key={title}>{path ? <a href={path}>{title}</a> : title}</li>
      ))}
    </ul>
  );
}

interface FactsProps {
  article: Article;
  views: number | undefined;
}

function Facts({ article: { date, updated, readingMinutes, tags }, views }: FactsProps) {
  return (
    <div className="label facts margin">
      {date && <Day day={date} />}
      <span>{readingMinutes} min read</span>
      {updated !== date && (
        <span>
          Updated <Day day={updated} short />
        </span>
      )}
      {/* The payload may have a newer number than the HTML, so a mismatch is expected. */}
      {views !== undefined && <span suppressHydrationWarning>{formatViews(views)}</span>}
      {tags.length > 0 && <Tags tags={tags} />}
    </div>
  );
}
