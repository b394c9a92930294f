/** Finds the pictures and pages that an article names, and warns about those that are missing. */
import type { Article, PictureFile } from '../document.ts';
import { type ContentFolder, type ReadablePage, splitPath } from '../files/content-files.ts';
import type { ParsedBody, Warning } from '../parse/parse-context.ts';
import { toPictureAddress } from '../pictures/picture-address.ts';
import { isPictureName, type Pictures } from '../pictures/picture-files.ts';
import { isContentLink, isContentPath, isSafePicture } from '../safe-address.ts';
import { findPicturePath } from './find-picture.ts';
import type { PageNames } from './page-names.ts';
import { parseWikiName, resolveLink, toContentPath } from './resolve-link.ts';

export interface AddressResolverOptions {
  root: ContentFolder;
  names: PageNames;
  pictures: Pictures;
  /** Called for each picture a page shows or misses, so that the page changes with it. */
  onPicture: (picture: string, page: string) => void;
}

export interface ResolvedAddresses {
  pictures: Map<string, PictureFile | undefined>;
  /** Undefined: the name leads nowhere, and its text is shown. */
  links: Map<string, string | undefined>;
  image: Article['image'];
  /** Pictures and pages that are not there. */
  faults: Warning[];
}

export function createAddressResolver(
  options: AddressResolverOptions,
): (page: ReadablePage, body: ParsedBody) => Promise<ResolvedAddresses> {
  async function findPicture(page: ReadablePage, address: string): Promise<PictureFile | undefined> {
    if (parseWikiName(address)) options.names.users.add(page.address);
    const path = await findPicturePath(options, page.file, address);
    options.onPicture(path, page.address);
    const info = await options.pictures.describe(path);
    if (!info) return undefined;
    const { width, height } = info;
    return {
      src: toPictureAddress({ hash: info.hash, path }),
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
    };
  }

  async function findPictures(page: ReadablePage, body: ParsedBody, faults: Warning[]) {
    const found: ResolvedAddresses['pictures'] = new Map();
    const folder = splitPath(page.file).folder || 'the content folder';
    for (const { address, line } of body.pictures) {
      if (!found.has(address)) found.set(address, await findPicture(page, address));
      if (found.get(address)) continue;
      const message = `The picture ${address} is not there: put the file into ${folder}, or change the name`;
      faults.push({ line, message });
    }
    return found;
  }

  async function findLinks(page: ReadablePage, body: ParsedBody, faults: Warning[]) {
    const found: ResolvedAddresses['links'] = new Map();
    for (const { address, line } of body.links) {
      if (!isContentLink(address)) continue;
      if (parseWikiName(address)) options.names.users.add(page.address);
      const isPicture = isPictureName(parseWikiName(address)?.name ?? toContentPath(page.file, address));
      const picture = isPicture ? await findPicture(page, address) : undefined;
      const { href, fault } = picture
        ? { href: picture.src, fault: undefined }
        : resolveLink(options, page.file, address);
      found.set(address, href);
      if (fault) faults.push({ line, message: fault });
    }
    return found;
  }

  async function findImage(page: ReadablePage, faults: Warning[]): Promise<Article['image']> {
    const { image } = page.metadata;
    if (!image || !isSafePicture(image.src)) return undefined;
    if (!isContentPath(image.src)) return image;
    const file = await findPicture(page, image.src);
    if (!file) faults.push({ line: 1, message: `"image": the picture ${image.src} is not there` });
    return file && { ...file, alt: image.alt };
  }

  return async (page, body) => {
    const faults: Warning[] = [];
    return {
      pictures: await findPictures(page, body, faults),
      links: await findLinks(page, body, faults),
      image: await findImage(page, faults),
      faults,
    };
  };
}
