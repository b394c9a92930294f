/** The notice in the terminal after the start: the site's URL, and what it runs on. */
import { relative } from 'node:path';
import type { NavigationNode } from '../markdown/document.ts';
import type { Settings } from './settings.ts';

export interface StartUpInfo {
  title: string;
  settings: Settings;
  navigation: NavigationNode[];
  /** The link to mails without a configured delivery. */
  mailLink: string | undefined;
  /** The link that makes a visitor the owner. */
  ownerLink: string | undefined;
}

/** The URL comes last, where the reader looks. */
export function writeStartUpNotice(info: StartUpInfo): string[] {
  const { title, settings, navigation, mailLink, ownerLink } = info;
  const { host, port, siteUrl, contentFolder, dataFolder, supabase, databaseUrl } = settings;
  const listening = siteUrl === `http://localhost:${port}` ? '' : ` (listening on ${host}, port ${port})`;
  const pageCount = countPages(navigation);
  const pages = pageCount === 1 ? '1 page' : `${pageCount} pages`;
  const parts = [
    `content: ${shortPath(contentFolder)} (${pages})`,
    `data: ${shortPath(dataFolder)}`,
    `backend: ${supabase ? supabase.url : `embedded, on ${databaseUrl ? 'the Postgres of DATABASE_URL' : 'its own Postgres'}`}`,
  ];
  return [
    ...(mailLink === undefined
      ? []
      : [
          `Emails are not sent until [auth.email.smtp] is set in supabase/config.toml. Read them here: ${mailLink}`,
        ]),
    ...(ownerLink === undefined
      ? []
      : [`This site has no owner yet. Open this link and sign in to become its owner: ${ownerLink}`]),
    parts.join(' · '),
    `${title} is on ${siteUrl}${listening}`,
  ];
}

function countPages(nodes: NavigationNode[]): number {
  return nodes.reduce((sum, { page, children = [] }) => sum + Number(page) + countPages(children), 0);
}

function shortPath(folder: string): string {
  const path = relative(process.cwd(), folder);
  return `${path.startsWith('..') ? folder : path || '.'}/`;
}
