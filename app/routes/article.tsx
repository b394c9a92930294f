import { ArchivePage } from '../components/archive-page.tsx';
import { ArticleBody } from '../components/article-body.tsx';
import { ArticleHead } from '../components/article-head.tsx';
import { ArticleLinks } from '../components/article-links.tsx';
import { FolderPage } from '../components/folder-page.tsx';
import { FolderAside } from '../components/local-navigation.tsx';
import { NeighbourLinks } from '../components/neighbour-links.tsx';
import { SeriesBox } from '../components/series-box.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';
import { TagsPage } from '../components/tags-page.tsx';
import { UntranslatedNotice } from '../components/untranslated-notice.tsx';
import { usePageData } from '../runtime/use-page-data.ts';

/** `/posts/…` and every other page of the content tree: an article or a folder's list. */
export function Component() {
  const data = usePageData('article');
  if (data.kind === 'list') return <FolderPage {...data} />;
  if (data.kind === 'tags') return <TagsPage {...data} />;
  if (data.kind === 'archive') return <ArchivePage {...data} />;
  if (data.kind === 'settling') {
    return (
      <div className="frame axis" aria-busy="true">
        <SkeletonLines lines={['w-3/5', 'w-4/5', 'w-4/5', 'w-1/2']} />
      </div>
    );
  }
  const {
    article,
    navigation,
    neighbours,
    series,
    authors,
    views,
    related,
    backlinks,
    editUrl,
    untranslated,
  } = data;
  return (
    <div className="frame axis article-frame">
      {untranslated && <UntranslatedNotice {...untranslated} />}
      <article className="axis" lang={untranslated?.language}>
        <ArticleHead article={article} trail={navigation?.trail ?? []} views={views} authors={authors} />
        <ArticleBody article={article} navigation={navigation} />
      </article>
      {series && <SeriesBox series={series} />}
      <ArticleLinks related={related} backlinks={backlinks} editUrl={editUrl} />
      <NeighbourLinks neighbours={neighbours} />
      {navigation && <FolderAside navigation={navigation} />}
    </div>
  );
}
