import { type Fragment, fragment } from '../../../database/driver/sql.ts';
import { ServiceError } from '../../http/service-error.ts';
import { nilInstanceId, type UserRow, userColumns } from '../accounts/user-row.ts';
import { toWireUser } from '../accounts/wire-user.ts';
import type { Endpoint } from '../service/request.ts';
import { requireAdmin } from '../sessions/require-user.ts';
import { type Page, pageHeaders, parsePage } from './pagination.ts';

/** GET /admin/users: accounts page by page, the newest first. `filter` searches email addresses and full names. */
export const listUsers: Endpoint = async (request, service) => {
  await requireAdmin(request, service);
  const { audience } = service.config;
  const page = parsePage(request.query);
  const ascending = isAscending(request.query);
  const [users, [counted]] = await service.readList((sql) => {
    const chosen = chooseUsers(audience, request.query.get('filter') ?? '');
    return Promise.all([
      sql<UserRow[]>`${selectPage(chosen, ascending, page)}`,
      sql<{ total: number }[]>`select count(*)::float8 as total from auth.users u where ${chosen}`,
    ]);
  });
  const headers = pageHeaders(request, page, counted?.total ?? 0);
  return Response.json({ users: users.map(toWireUser), aud: audience }, { headers });
};

export function chooseUsers(audience: string, filter: string): Fragment {
  return fragment`
    u.instance_id = ${nilInstanceId} and u.aud = ${audience}
    ${
      filter === ''
        ? fragment``
        : fragment`and (position(lower(${filter}) in lower(u.email)) > 0
            or position(lower(${filter}) in lower(u.raw_user_meta_data ->> 'full_name')) > 0)`
    }`;
}

/** Selects the page first: otherwise identities and factors would be collected for each skipped row. */
export function selectPage(
  chosen: Fragment,
  isAscending: boolean,
  page: Pick<Page, 'size' | 'offset'>,
): Fragment {
  const order = isAscending ? fragment`u.created_at asc, u.id asc` : fragment`u.created_at desc, u.id desc`;
  return fragment`
    select ${userColumns} from auth.users u
    where u.id in (
      select u.id from auth.users u where ${chosen} order by ${order} limit ${page.size} offset ${page.offset})
    order by ${order}`;
}

function isAscending(query: URLSearchParams): boolean {
  const requested = query.get('sort') ?? 'created_at desc';
  const match = /^created_at(?: (asc|desc))?$/i.exec(requested);
  if (match === null) {
    const message = "Bad Sort Parameters: only 'created_at asc' and 'created_at desc' are allowed";
    throw ServiceError.validationFailed(message);
  }
  return match[1]?.toLowerCase() === 'asc';
}
