import { type ClientRow, toWireClient } from '../../oauth-server/client-row.ts';
import type { Endpoint } from '../../service/request.ts';
import { requireAdmin } from '../../sessions/require-user.ts';
import { pageHeaders, parsePage } from '../pagination.ts';

/** GET /admin/oauth/clients: the registered applications page by page, the newest first. */
export const listClients: Endpoint = async (request, service) => {
  await requireAdmin(request, service);
  const { sql } = service.database;
  const page = parsePage(request.query);
  const [clients, [counted]] = await Promise.all([
    sql<ClientRow[]>`
      select * from auth.oauth_clients where deleted_at is null
      order by created_at desc, id limit ${page.size} offset ${page.offset}`,
    sql<{ total: number }[]>`
      select count(*)::float8 as total from auth.oauth_clients where deleted_at is null`,
  ]);
  const body = {
    clients: clients.map((client) => toWireClient(client)),
    aud: service.config.audience,
  };
  return Response.json(body, { headers: pageHeaders(request, page, counted?.total ?? 0) });
};
