import type { PageNote } from '../../app/page-data.ts';
import { toAddress } from '../../markdown/files/page-address.ts';
import { type LinkFault, reasonOf, withoutKnown } from '../../markdown/links/check-links.ts';
import { isOwner } from '../session/owners.ts';
import type { PageContext } from './page-context.ts';
import { privateNoStore } from './render-pages.ts';

export const notesPath = '/page-notes.json';

/**
 * GET /page-notes.json?path=/posts/a: what is wrong with the file of a page. For owners, and during development. For any other
 * visitor the answer is empty and not an error: a browser whose session has just ended would report one.
 */
export async function answerNotes(context: PageContext, request: Request, url: URL): Promise<Response> {
  const { content, render } = context;
  const maySee = context.isDevelopment || isOwner(await context.readVisitor(request));
  if (!maySee) return render.json(200, { notes: [] }, privateNoStore);
  const path = toAddress(url.searchParams.get('path') ?? '');
  // The faults of a text are known once it has been read.
  if (path !== undefined) await content.visiblePages('owner').readArticle(path);
  const faults = content.faults().filter((fault) => fault.path === path);
  const links = path === undefined ? [] : ((await context.findLinkFaults?.(path)) ?? []);
  const notes: PageNote[] = [...faults, ...withoutKnown(links, faults).map(toNote)];
  return render.json(200, { notes }, privateNoStore);
}

function toNote(fault: LinkFault): PageNote {
  return { file: fault.file, line: fault.line, message: `${fault.link}: ${reasonOf(fault)}` };
}
