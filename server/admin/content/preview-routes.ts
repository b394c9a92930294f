/** What the editor asks while an owner writes: the page as it would be, a field changed, a picture put beside the page. */
import { z } from 'zod';
import type { FilePreview } from '../../../app/admin/write/content-data.ts';
import { MAX_FILE_BYTES } from '../../../markdown/files/read-file-head.ts';
import { EditFault } from '../../../markdown/frontmatter/edit-fault.ts';
import { editFields } from '../../../markdown/frontmatter/edit-fields.ts';
import { AdminError } from '../admin-error.ts';
import type { AdminCall, AdminRoute } from '../admin-route.ts';
import { toPageFacts } from './content-entries.ts';
import { requireKind } from './content-path.ts';
import type { ContentRoutesOptions } from './content-routes.ts';
import { createPictureStore, maxPictureBytes } from './store-picture.ts';

/** JSON writes a control character as six. */
const maxBytes = 6 * MAX_FILE_BYTES + 64 * 1024;

export function createPreviewRoutes(options: ContentRoutesOptions): AdminRoute[] {
  const storePicture = createPictureStore(options.contentFolder);
  return [
    {
      method: 'POST',
      path: '/content/preview',
      maxBytes,
      answer: async (call) => Response.json(await preview(call, options)),
    },
    { method: 'POST', path: '/content/fields', maxBytes, answer: changeFields },
    {
      method: 'POST',
      path: '/content/picture',
      maxBytes: maxPictureBytes,
      answer: async (call) => Response.json(await storePicture(call)),
    },
  ];
}

const previewRequest = z.object({ file: z.string(), text: z.string() });

/** Nothing is stored, and nothing is noted. */
async function preview(
  call: AdminCall,
  { content, now = Date.now }: ContentRoutesOptions,
): Promise<FilePreview> {
  const { file, text } = await call.readJson(previewRequest);
  requireKind(file);
  const { article = null, faults, fields, page } = await content.readText(file, text);
  if (!page) return { article, faults, fields };
  const { state, moment } = toPageFacts(page.metadata, page.draftName, now());
  return { article, faults, fields, state, ...(moment !== undefined && { moment }) };
}

const fieldsRequest = z.object({ text: z.string(), changes: z.record(z.string(), z.unknown()) });

/** Changes the text that is sent, and no file. */
async function changeFields(call: AdminCall): Promise<Response> {
  const { text, changes } = await call.readJson(fieldsRequest);
  try {
    return Response.json({ text: editFields(text, changes) });
  } catch (error) {
    if (!(error instanceof EditFault)) throw error;
    const { message, line } = error;
    const reason = `This front matter cannot be changed by the form: ${message}`;
    throw new AdminError(409, 'not-editable', reason, line === undefined ? {} : { line });
  }
}
