import { fragment } from '../../../database/driver/sql.ts';
import { ServiceError } from '../../http/service-error.ts';
import { nilInstanceId } from '../accounts/user-row.ts';
import type { Endpoint } from '../service/request.ts';
import { requireAdmin } from '../sessions/require-user.ts';
import { pageHeaders, parsePage } from './pagination.ts';

/** Members of an entry that can be searched, by the name before the colon in `query`. */
const scopes: Record<string, string[]> = {
  author: ['actor_username', 'actor_name'],
  action: ['action'],
  type: ['log_type'],
};

/** GET /admin/audit: the audit log, the newest entries first. `query=action:login` filters. */
export const readAuditLog: Endpoint = async (request, service) => {
  await requireAdmin(request, service);
  const page = parsePage(request.query);
  const search = parseSearch(request.query.get('query') ?? '');
  const [entries, [counted]] = await service.readList((sql) => {
    const chosen = fragment`
      instance_id = ${nilInstanceId}
      ${
        search === undefined
          ? fragment``
          : fragment`and exists (select from unnest(${search.members}::text[]) member
              where position(lower(${search.text}) in lower(payload ->> member)) > 0)`
      }`;
    return Promise.all([
      sql`
        select id, payload, created_at, ip_address from auth.audit_log_entries where ${chosen}
        order by created_at desc, id limit ${page.size} offset ${page.offset}`,
      sql<{ total: number }[]>`select count(*)::float8 as total from auth.audit_log_entries where ${chosen}`,
    ]);
  });
  return Response.json([...entries], { headers: pageHeaders(request, page, counted?.total ?? 0) });
};

function parseSearch(query: string): { members: string[]; text: string } | undefined {
  if (query === '') return undefined;
  const colon = query.indexOf(':');
  const scope = query.slice(0, Math.max(colon, 0));
  const members = Object.hasOwn(scopes, scope) ? scopes[scope] : undefined;
  if (members === undefined) {
    throw ServiceError.validationFailed(`Invalid query scope: ${query.slice(0, 40)}`);
  }
  const text = query.slice(colon + 1);
  return text === '' ? undefined : { members, text };
}
