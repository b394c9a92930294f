import { ServiceError } from '../../http/service-error.ts';
import { noInstance, type UserRow, userColumns } from '../accounts/user-row.ts';
import { toWireUser } from '../accounts/wire-user.ts';
import type { Endpoint } from '../request.ts';
import { requireAdmin } from '../sessions/require-user.ts';
import { pageHeaders, parsePage } from './pagination.ts';

/** GET /admin/users: accounts page by page, the newest first. `filter` looks into e-mail addresses and full names. */
export const listUsers: Endpoint = async (request, service) => {
  await requireAdmin(request, service);
  const { sql } = service.database;
  const audience = service.config.audience;
  const page = parsePage(request.query);
  const order = isAscending(request.query) ? sql`asc` : sql`desc`;
  const filter = request.query.get('filter') ?? '';
  const chosen = sql`
    u.instance_id = ${noInstance} and u.aud = ${audience}
    ${
      filter === ''
        ? sql``
        : sql`and (position(lower(${filter}) in lower(u.email)) > 0
            or position(lower(${filter}) in lower(u.raw_user_meta_data ->> 'full_name')) > 0)`
    }`;
  const [users, [counted]] = await Promise.all([
    sql<UserRow[]>`
      select ${userColumns(sql)} from auth.users u where ${chosen}
      order by u.created_at ${order}, u.id ${order} limit ${page.size} offset ${page.offset}`,
    sql<{ total: number }[]>`select count(*)::float8 as total from auth.users u where ${chosen}`,
  ]);
  const headers = pageHeaders(request, page, counted?.total ?? 0);
  return Response.json({ users: users.map(toWireUser), aud: audience }, { headers });
};

function isAscending(query: URLSearchParams): boolean {
  const asked = query.get('sort') ?? 'created_at desc';
  const match = /^created_at(?: (asc|desc))?$/i.exec(asked);
  if (match === null) {
    const message = "Bad Sort Parameters: only 'created_at asc' and 'created_at desc' are allowed";
    throw new ServiceError('validation_failed', 400, message);
  }
  return match[1]?.toLowerCase() === 'asc';
}
