import type { ReactNode } from 'react';
import type { NameView } from '../../names/view.ts';
import { Breadcrumbs } from '../components/breadcrumbs.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';
import { WidgetBoundary } from '../components/widget-boundary.tsx';
import { useExplorerHref } from '../names/explorer-address.ts';
import { ListsLink } from '../names/lists-link.tsx';
import { NameDetails, toSentence } from '../names/name-details.tsx';
import { nameHref } from '../names/names-address.ts';
import { NamesProblem } from '../names/notes.tsx';
import { ShortlistButton } from '../names/shortlist/shortlist-button.tsx';
import { useShortlistedNames } from '../names/shortlist/use-shortlisted-names.ts';
import { SourceNote } from '../names/source-note.tsx';
import { usePageData } from '../runtime/use-page-data.ts';

/** `/baby-names/emma`: one name. */
export function Component() {
  const { found } = usePageData('name');
  const trail = [{ title: 'Baby names', path: useExplorerHref() }];
  return (
    <div className="frame axis">
      {!found && <SkeletonLines lines={['w-2/5', 'w-4/5', 'w-3/5']} />}
      {found && 'problem' in found && (
        <>
          <NameHead trail={trail} title="Baby names" />
          <NamesProblem />
        </>
      )}
      {found && 'unknown' in found && (
        <NameHead trail={trail} title={found.unknown}>
          <UnknownName near={found.near} />
        </NameHead>
      )}
      {found && 'detail' in found && <KnownName view={found} trail={trail} />}
    </div>
  );
}

type Trail = { title: string; path: string }[];

function NameHead({ trail, title, children }: { trail: Trail; title: string; children?: ReactNode }) {
  return (
    <header className="axis article-head">
      <Breadcrumbs trail={trail} />
      <h1 className="title">
        <bdi>{title}</bdi>
      </h1>
      {children}
    </header>
  );
}

function KnownName({ view, trail }: { view: NameView; trail: Trail }) {
  const listed = useShortlistedNames();
  const { detail, source } = view;
  return (
    <>
      <NameHead trail={trail} title={detail.name}>
        <p className="standfirst">{toSentence(detail, source)}</p>
        <div className="names-doors">
          <ShortlistButton name={detail.name} listed={listed} withLabel />
          <ListsLink />
        </div>
      </NameHead>
      <WidgetBoundary>
        <NameDetails key={detail.name} view={view} />
        <SourceNote source={source} />
      </WidgetBoundary>
    </>
  );
}

function UnknownName({ near }: { near: string[] }) {
  return (
    <>
      <p className="standfirst">
        This name is in none of the lists: nobody got it, or fewer than five girls and fewer than five boys in
        every single year.
      </p>
      {near.length > 0 && (
        <div className="names-near">
          <p>Did you mean one of these?</p>
          <ul className="name-links">
            {near.map((name) => (
              <li key={name}>
                <a href={nameHref(name)} rel="nofollow">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
