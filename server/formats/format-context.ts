import type { SiteConfig } from '../../app/site-config.ts';
import type { Content } from '../../markdown/open-content.ts';
import type { NameSource } from '../../names/name-source.ts';
import type { CdnHeaders } from '../cdn/cdn-headers.ts';
import type { CardPictures } from '../og/card-pictures.ts';
import type { PublishedRuns } from '../running/published-runs.ts';

/** A response before encoding. */
export interface FormatBody {
  type: string;
  body: string;
  headers?: Record<string, string>;
}

/** What the endpoints of this folder share. All of them take pages from `content.visiblePages('public')`. */
export interface FormatContext {
  site: SiteConfig;
  siteUrl: string;
  content: Content;
  /** Where an owner's own robots.txt may be. */
  contentFolder?: string | undefined;
  /** The source of the service worker; undefined in development. */
  serviceWorker?: string | undefined;
  cdn?: CdnHeaders | undefined;
  cards: CardPictures;
  names: NameSource;
  runs?: PublishedRuns | undefined;
  /** The absolute address of a path. */
  toUrl(path: string): string;
  /** The cached response of an address, which is dropped with every change of the content. */
  answer(request: Request, path: string, create: () => Promise<FormatBody>): Promise<Response>;
}

/** An endpoint; `match` is that of its pattern with the path. Undefined: nothing is there. */
export type AnswerFormat = (
  context: FormatContext,
  request: Request,
  match: readonly (string | undefined)[],
) => Promise<Response | undefined>;
