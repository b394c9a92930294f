import type { Head } from '../../app/page-data.ts';
import type { Article } from '../../markdown/document.ts';

/** The head of a page from its article; `title` and `description` are for a page without one. */
export function toHead(
  siteUrl: string,
  article: Article | undefined,
  title: string,
  description?: string,
): Head {
  const image = article?.image;
  const words = article?.head.description ?? article?.description ?? description;
  const robots = article?.head.robots;
  return {
    title: article?.head.title ?? article?.title ?? title,
    ...(words !== undefined && { description: words }),
    ...(robots !== undefined && { robots }),
    ...(article?.canonical !== undefined && { canonical: article.canonical }),
    ...(image && { image: { ...image, src: new URL(image.src, siteUrl).href } }),
    ...(article?.date !== undefined && { published: article.date, modified: article.updated }),
  };
}
