import type { Article } from '../../markdown/document.ts';
import { useSite, useWords } from '../current-site.ts';
import { formatNumber } from '../format/count.ts';
import { formatViews } from '../format/views.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Day } from './day.tsx';
import { TagLinks } from './tag-links.tsx';

interface ArticleHeadProps {
  article: Article;
  trail?: { title: string; path: string }[];
  /** Date, reading time and tags: for articles, not for pages such as "About". */
  facts?: boolean;
  /** The number of views, where it is shown. */
  views?: number | undefined;
  authors?: { name: string; path: string }[] | undefined;
}

export function ArticleHead({ article, trail = [], facts = true, views, authors }: ArticleHeadProps) {
  return (
    <header className="axis article-head">
      <Breadcrumbs trail={trail} />
      <h1 className="title" dir={article.dir}>
        {article.title}
      </h1>
      {article.description && (
        <p className="standfirst" dir={article.dir}>
          {article.description}
        </p>
      )}
      {facts && <Facts article={article} views={views} authors={authors} />}
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

type FactsProps = Pick<ArticleHeadProps, 'article' | 'views' | 'authors'>;

function Facts({ article: { date, updated, readingMinutes, tags }, views, authors = [] }: FactsProps) {
  const { language } = useSite();
  const words = useWords();
  return (
    <div className="label facts margin">
      {authors.map(({ name, path }) => (
        <a key={path} href={path} rel="author">
          {name}
        </a>
      ))}
      {date && <Day day={date} />}
      <span>{words.minutesToRead(formatNumber(readingMinutes, language))}</span>
      {updated !== date && (
        <span>
          {`${words.updated} `}
          <Day day={updated} short />
        </span>
      )}
      {/* The payload may have a newer number than the HTML, so a mismatch is expected. */}
      {views !== undefined && (
        <span suppressHydrationWarning>{formatViews(views, words.view, language)}</span>
      )}
      <TagLinks tags={tags} />
    </div>
  );
}
