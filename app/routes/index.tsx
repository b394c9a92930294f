import { EntryList } from '../components/entry-list.tsx';
import { PageSection } from '../components/page-section.tsx';
import { PorchScene } from '../components/porch-scene.tsx';
import { Prose } from '../components/prose/prose.tsx';
import { SectionLinks } from '../components/section-links.tsx';
import { usePrefix, useSite, useWords } from '../current-site.ts';
import { formatCounted } from '../format/count.ts';
import { usePageData } from '../runtime/use-page-data.ts';

/** `/`: an introduction, the latest articles, and links to the other sections. */
export function Component() {
  const { intro, latest, total } = usePageData('index');
  const site = useSite();
  const words = useWords();
  const prefix = usePrefix();
  return (
    <>
      <div className="frame axis">
        <h1 className="front-title">{intro?.title ?? site.title}</h1>
        <p className="standfirst">{intro?.description ?? site.description}</p>
      </div>
      <PorchScene />
      <div className="frame axis">
        {intro && (
          <div className="mt-xl">
            <Prose body={intro.body} />
          </div>
        )}
        {latest.length > 0 && (
          <PageSection title={words.latest} titleOnAxis>
            <EntryList pages={latest} level={3} />
            <p className="mt-xs">
              <a href={`${prefix}/posts`}>{words.all(formatCounted(total, words.article, site.language))}</a>
            </p>
          </PageSection>
        )}
        {prefix === '' && (
          <PageSection title={words.comeIn} titleOnAxis>
            <SectionLinks />
          </PageSection>
        )}
      </div>
    </>
  );
}
