import {
  allPages,
  type ContentFolder,
  type IsOpen,
  isPublished,
  isReadable,
  isShownAsProblem,
  type ReadablePage,
  stateOf,
} from '../files/content-files.ts';

/** A place on the site: a page, a folder, or both. */
export interface SiteNode {
  path: string;
  /** `/de` below the folder of a further language, else `''`. */
  prefix: string;
  /** The title in navigation. */
  title: string;
  sortKey: string;
  /** What `.navigation.yml` calls the folder. */
  folderTitle?: string;
  page?: ReadablePage;
  parent: SiteNode | undefined;
  /** In navigation order, without what is hidden. */
  children: SiteNode[];
  /** Its position in the reading order, from 0; undefined before the first use, and for nodes outside it. */
  place?: number;
  /** The collections that it is in; undefined before their first use. */
  collections?: string[];
  /** A folder of which a guarded page was left out: it stays a folder when it has no other. */
  holdsGuarded?: true;
  /** Left out of the navigation with everything below it; the addresses work. */
  hidden: boolean;
  /** A folder whose pages are no news. */
  notLatest?: true;
}

/** All that visitors can reach at one moment. Rebuilt lazily when a page is added, removed or moved. */
export interface SiteMap {
  nodes: Map<string, SiteNode>;
  /** Files that cannot be read, and files that have one address, by that address. */
  problems: Map<string, { title: string; problem: string; files: string[] }>;
  /** Addresses whose page has expired. */
  expired: Set<string>;
  /** `''`, and one for each further language: `/de`. */
  prefixes: string[];
}

/** The folder that navigation, lists and neighbors of a language are made of. */
export const postsOf = (prefix: string) => `${prefix}/posts`;

/**
 * With `isOpen`, the map leaves out guarded pages, and names a guarded folder by its part of the address, not by its title.
 */
export function buildSiteMap(root: ContentFolder, now: number, isOpen: IsOpen = () => true): SiteMap {
  const nodes = new Map<string, SiteNode>();
  const problems: SiteMap['problems'] = new Map();
  const expired = new Set<string>();

  function requireNode(folder: ContentFolder, address: string): SiteNode {
    const known = nodes.get(address);
    if (known) return known;
    const parent =
      folder.parent?.address === undefined ? undefined : requireNode(folder.parent, folder.parent.address);
    const node = createNode({
      path: address,
      prefix: folder.prefix,
      title: folder.readableName,
      sortKey: folder.sortKey,
      parent,
    });
    node.hidden = folder.settings.hide ?? false;
    if (folder.settings.latest === false) node.notLatest = true;
    if (folder.settings.title !== undefined && isOpen(address)) node.folderTitle = folder.settings.title;
    nodes.set(address, node);
    return node;
  }

  function place(page: ReadablePage): void {
    const parent = requireNode(page.folder, page.folder.address ?? '/');
    const node = nodes.get(page.address) ?? createPageNode(page, parent);
    nodes.set(page.address, node);
    if (node.page) addClash(node.page, page);
    // Of two files with one address, the one whose name comes first is shown.
    if (!node.page || page.file < node.page.file) node.page = page;
  }

  function addClash(one: ReadablePage, other: ReadablePage): void {
    const files = [...(problems.get(one.address)?.files ?? [one.file]), other.file].sort();
    const problem = `${files.join(' and ')} have the same address ${one.address}: rename all but one of them`;
    problems.set(one.address, { title: one.metadata.title, problem, files });
  }

  // Folders first: a page `a.md` beside a folder `a` is that folder's page.
  const published: ReadablePage[] = [];
  for (const page of allPages(root)) {
    if (isPublished(page, now)) published.push(page);
    else if (isShownAsProblem(page)) {
      problems.set(page.address, { title: page.readableName, problem: page.problem, files: [page.file] });
    } else if (isReadable(page) && stateOf(page, now) === 'expired' && isOpen(page.address)) {
      expired.add(page.address);
    }
  }
  for (const { folder } of published) if (folder.address !== undefined) requireNode(folder, folder.address);
  const prefixes = ['', ...languageFolders(root).map(({ prefix }) => prefix)];
  requirePosts(root);
  for (const folder of languageFolders(root)) requirePosts(folder);
  for (const page of published) {
    if (isOpen(page.address)) place(page);
    else if (!page.isIndex) requireNode(page.folder, page.folder.address ?? '/').holdsGuarded = true;
  }
  linkNodes(nodes);
  return { nodes, problems, expired, prefixes };

  /** The list of posts is there before the first post is. */
  function requirePosts(content: ContentFolder): void {
    const address = postsOf(content.prefix);
    for (const folder of content.folders.values())
      if (folder.address === address) requireNode(folder, address);
    if (!nodes.has(address))
      nodes.set(
        address,
        createNode({ path: address, prefix: content.prefix, title: 'Posts', sortKey: '', parent: undefined }),
      );
  }
}

function languageFolders(root: ContentFolder): ContentFolder[] {
  return [...root.folders.values()].filter(({ prefix }) => prefix !== '');
}

function createNode(facts: Pick<SiteNode, 'path' | 'prefix' | 'title' | 'sortKey' | 'parent'>): SiteNode {
  return { ...facts, children: [], hidden: false };
}

export function createPageNode({ address, sortKey, folder }: ReadablePage, parent: SiteNode): SiteNode {
  return createNode({ path: address, prefix: folder.prefix, title: '', sortKey, parent });
}

/** Gives each node its title and each folder its children, in order. */
function linkNodes(nodes: Map<string, SiteNode>): void {
  // A folder was entered before what is in it. Backward, each folder knows whether anything is left to show in it.
  for (const node of [...nodes.values()].reverse()) {
    node.title = titleOf(node);
    if (node.children.length > 1) node.children.sort(bySortKey);
    const isShown = node.children.length > 0 || isListed(node);
    if (!node.hidden && isShown) node.parent?.children.push(node);
  }
}

/** The title in navigation, from what is known of the page now. */
export function titleOf({ folderTitle, page, title }: SiteNode): string {
  return folderTitle ?? page?.metadata.navigationTitle ?? page?.metadata.title ?? title;
}

/** Puts a node into the children of a folder at its place. */
export function addBySortKey(children: SiteNode[], node: SiteNode): void {
  const next = children.findIndex((other) => bySortKey(node, other) < 0);
  children.splice(next < 0 ? children.length : next, 0, node);
}

function bySortKey(one: SiteNode, other: SiteNode): number {
  return one.sortKey < other.sortKey ? -1 : one.sortKey > other.sortKey ? 1 : 0;
}

/** True for a page that is in navigation and lists. */
export function isListed(node: SiteNode): node is SiteNode & { page: ReadablePage } {
  return node.page?.metadata.listed ?? false;
}

export function isBelowPosts({ path, prefix }: SiteNode): boolean {
  const posts = postsOf(prefix);
  return path === posts || path.startsWith(`${posts}/`);
}
