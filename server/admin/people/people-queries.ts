import { z } from 'zod';
import { AdminError } from '../admin-error.ts';
import { badRequest } from '../serve-admin.ts';

export const id = z.uuid();

/** The last row of the page before, as functions of the database take it. */
export interface ListPlace {
  after_at?: string;
  after_id?: string;
}

export const noPerson = () => new AdminError(404, 'not-found', 'There is no account with this id.');

export function readId(query: URLSearchParams): string {
  const result = id.safeParse(query.get('id'));
  if (!result.success) throw noPerson();
  return result.data;
}

/** `after=<id>~<moment>`: an account may have no moment. */
export function readAfter(query: URLSearchParams): ListPlace {
  const after = query.get('after');
  if (after === null) return {};
  const [after_id, after_at] = after.split('~');
  const hasMoment = after_at !== undefined && after_at !== '';
  if (!id.safeParse(after_id).success || (hasMoment && Number.isNaN(Date.parse(after_at))))
    throw badRequest('after: take it from the answer before');
  return { after_id: String(after_id), ...(hasMoment && { after_at }) };
}
