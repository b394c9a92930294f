import type { Head, Page } from '../../app/page-data.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { toAddress } from './address.ts';

interface SiteFacts {
  /** In the language of the page. */
  site: SiteConfig;
  siteUrl: string;
  /** The beginning of the addresses in that language: `/de`, or `''`. */
  prefix: string;
}

/**
 * What a page says about itself to search engines, as JSON-LD for a script element. Only the server's document has it: a browser that goes
 * to another page removes it.
 */
export function toStructuredData(facts: SiteFacts, page: Page): string | undefined {
  const { data, head } = page;
  const isArticle = data !== null && 'kind' in data && data.kind === 'article';
  const graph =
    page.route === 'index' ? [describeSite(facts)] : isArticle ? describeArticle(facts, data, head) : [];
  if (graph.length === 0) return undefined;
  // "</script>" in a title would end the script.
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
}

function describeSite({ site, siteUrl, prefix }: SiteFacts) {
  const home = siteUrl + (prefix || '/');
  return {
    '@type': 'WebSite',
    '@id': home,
    url: home,
    name: site.title,
    description: site.description,
    inLanguage: site.language,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}${prefix}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

type ArticleData = Extract<Page<'article'>['data'], { kind: 'article' }>;

function describeArticle(
  { site, siteUrl, prefix }: SiteFacts,
  { article, authors, navigation }: ArticleData,
  head: Head,
) {
  const home = siteUrl + (prefix || '/');
  const posting = {
    '@type': 'BlogPosting',
    headline: article.title,
    ...(article.description !== undefined && { description: article.description }),
    ...(article.date !== undefined && { datePublished: article.date }),
    dateModified: article.updated,
    author: authors?.map(({ name, path }) => ({
      '@type': 'Person',
      name,
      url: siteUrl + toAddress(path),
    })) ?? {
      '@type': 'Organization',
      name: site.title,
      url: home,
    },
    ...(head.image && { image: head.image.src }),
    wordCount: article.words,
    inLanguage: site.language,
    mainEntityOfPage: head.canonical,
    isPartOf: { '@type': 'WebSite', '@id': home, name: site.title },
  };
  const trail = navigation?.trail ?? [];
  if (trail.length === 0) return [posting];
  const steps = [...trail, { title: article.title, path: article.path }].map(({ title, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: title,
    item: siteUrl + toAddress(path),
  }));
  return [posting, { '@type': 'BreadcrumbList', itemListElement: steps }];
}
