import { useState } from 'react';
import { ArticleBody } from '../components/article-body.tsx';
import { WidgetBoundary } from '../components/widget-boundary.tsx';
import { Explorer } from '../names/explorer.tsx';
import { LazySelectedNames } from '../names/lazy-selected-names.tsx';
import { Invitation } from '../names/lists/invitation.tsx';
import { useInvitation } from '../names/lists/use-invitation.ts';
import { Notes } from '../names/notes.tsx';
import { ShortlistLink } from '../names/shortlist/shortlist-link.tsx';
import { Shortlist } from '../names/shortlist.tsx';
import { SourceNote } from '../names/source-note.tsx';
import { usePageData } from '../runtime/use-page-data.ts';

/** `/baby-names`: the explorer with its results, the shortlist, and the text of content/baby-names.md. */
export function Component() {
  const data = usePageData('baby-names');
  const answer = useNumber(data);
  const invitation = useInvitation();
  const { intro, names } = data;
  return (
    <div className="frame axis">
      <header className="axis article-head">
        <h1 className="title">Baby names</h1>
        <p className="standfirst">
          Every first name that was given to at least five American children in a year: find one, follow it
          through the years, and choose together.
        </p>
        {names && 'state' in names && <ShortlistLink />}
      </header>
      {names && 'problem' in names && (
        <p className="notice notice-fault" role="alert">
          The names cannot be read just now. Please try again in a moment.
        </p>
      )}
      {names && 'state' in names && (
        <WidgetBoundary>
          <Invitation invitation={invitation} state={names.state} />
          <Notes view={names} />
          <LazySelectedNames key={`look ${answer}`} view={names} />
          <Explorer key={`explorer ${answer}`} view={names} />
          <Shortlist state={names.state} invitation={invitation} />
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

/** Counts the answers of the server: state that belongs to one answer is reset with the next. */
function useNumber(data: object): number {
  const [seen, setSeen] = useState({ data, number: 0 });
  if (seen.data === data) return seen.number;
  setSeen({ data, number: seen.number + 1 });
  return seen.number + 1;
}
