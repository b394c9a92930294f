import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { NamesView } from '../../names/view.ts';
import { ArticleBody } from '../components/article-body.tsx';
import { Breadcrumbs } from '../components/breadcrumbs.tsx';
import { WidgetBoundary } from '../components/widget-boundary.tsx';
import { Explorer } from '../names/explorer.tsx';
import { useExplorerHref } from '../names/explorer-address.ts';
import { LazyComparison } from '../names/lazy-comparison.tsx';
import { findInvitation } from '../names/lists/invitation-link.ts';
import { ListsLink } from '../names/lists-link.tsx';
import { listsPath } from '../names/names-address.ts';
import { NamesProblem, Notes } from '../names/notes.tsx';
import { SourceNote } from '../names/source-note.tsx';
import { usePageData } from '../runtime/use-page-data.ts';

/** `/baby-names`: the explorer with its results and the text of content/baby-names.md, or a comparison. */
export function Component() {
  const data = usePageData('baby-names');
  const answer = useNumber(data);
  useEarlierInvitation();
  const { intro, names } = data;
  if (names && 'state' in names && names.compared) return <Comparison view={names} />;
  return (
    <div className="frame axis">
      <header className="axis article-head">
        <h1 className="title">Baby names</h1>
        <p className="standfirst">
          Every first name that was given to at least five American girls or boys in a year
          {names && 'state' in names && `, from ${names.source.firstYear} to ${names.source.lastYear}`}. Find
          one, follow it through the years, and choose together.
        </p>
        {names && 'state' in names && (
          <div className="names-doors">
            <ListsLink />
          </div>
        )}
      </header>
      {names && 'problem' in names && <NamesProblem />}
      {names && 'state' in names && (
        <WidgetBoundary>
          <Notes view={names} />
          <Explorer key={answer} view={names} />
          <SourceNote source={names.source} />
        </WidgetBoundary>
      )}
      {intro && (
        <div className="axis names-article far-below">
          <header>
            <h2 className="title">{intro.title}</h2>
            {intro.description && <p className="standfirst">{intro.description}</p>}
          </header>
          <ArticleBody article={intro} />
        </div>
      )}
    </div>
  );
}

/** Names beside each other, without the explorer. */
function Comparison({ view }: { view: NamesView }) {
  const trail = [{ title: 'Baby names', path: useExplorerHref() }];
  return (
    <div className="frame axis">
      <header className="axis article-head">
        <Breadcrumbs trail={trail} />
        <h1 className="title">Names compared</h1>
        <div className="names-doors">
          <ListsLink />
        </div>
      </header>
      <WidgetBoundary>
        <Notes view={view} />
        <LazyComparison view={view} />
        <SourceNote source={view.source} />
      </WidgetBoundary>
    </div>
  );
}

/** Invitations once led here. The server does not see which: the token is in the fragment. */
function useEarlierInvitation(): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (findInvitation(hash)) void navigate(listsPath + hash, { replace: true });
  }, [hash, navigate]);
}

/** Counts the answers of the server: state that belongs to one answer is reset with the next. */
function useNumber(data: object): number {
  const [seen, setSeen] = useState({ data, number: 0 });
  if (seen.data === data) return seen.number;
  setSeen({ data, number: seen.number + 1 });
  return seen.number + 1;
}
