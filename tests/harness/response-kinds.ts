import { requireSharedSite } from './browser-test.ts';
import { crawlSite, type FoundPage, findAttributes } from './crawl-site.ts';

/** One address of the shared site for each kind of response. Some have to be found on its pages first. */
const examples = {
  page: () => '/about',
  'home page': () => '/',
  article: () => findPage(({ path, html }) => path.startsWith('/posts/') && html.includes('<pre')),
  'interactive page': () => '/login',
  payload: () => '/about/_payload.json',
  stylesheet: () => findAddress('link', 'href', /\.css$/),
  script: () => findAddress('html', 'data-entry', /\.js$/),
  font: () => findAddress('link', 'href', /\.woff2$/),
  picture: () => findAddress('img', 'src', /^\/pictures\//),
  'JSON file': () => '/builds/latest.json',
  'search page': () => '/search?q=guide',
  health: () => '/healthz',
  readiness: () => '/readyz',
  redirect: () => '/account',
  'address with a slash too many': () => '/about/',
  'page not found': () => '/nowhere',
  'payload not found': () => '/nowhere/_payload.json',
  'asset not found': () => '/assets/nowhere.js',
  'picture not found': () => '/pictures/0123456789/nowhere.png',
  'bad request': () => '/%zz',
} satisfies Record<string, () => string | Promise<string>>;

export type Kind = keyof typeof examples;
export const kinds = Object.keys(examples) as Kind[];

export async function findExample(kind: Kind): Promise<string> {
  return await examples[kind]();
}

let crawled: Promise<FoundPage[]> | undefined;

/** Every page of the shared site that a link leads to. Collected once in each worker: the tests do not change it. */
export function readSharedSite(): Promise<FoundPage[]> {
  crawled ??= crawlSite(requireSharedSite());
  return crawled;
}

async function findPage(wanted: (page: FoundPage) => boolean): Promise<string> {
  const page = (await readSharedSite()).find(wanted);
  if (!page) throw new Error('No page of the site is an example of this; the content should have one.');
  return page.path;
}

async function findAddress(element: string, attribute: string, wanted: RegExp): Promise<string> {
  const pages = await readSharedSite();
  const addresses = pages.flatMap(({ html }) => findAttributes(html, element, attribute));
  const address = addresses.find((it) => wanted.test(it));
  if (!address)
    throw new Error(`No page has <${element} ${attribute}> like ${wanted}; the content should have one.`);
  return address;
}
