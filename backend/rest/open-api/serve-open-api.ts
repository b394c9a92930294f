import type { Caller } from '../caller.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { notAvailable, parseAccept } from '../request/media-type.ts';
import type { RestRequest } from '../request/parse-request.ts';
import { toOpenApi } from './open-api.ts';

const offered = ['application/openapi+json', 'application/json', '*/*', 'application/*'];

/** GET /: the OpenAPI description. It contains only what the caller's role has a privilege on. */
export function serveOpenApi(given: {
  catalogue: Catalogue;
  caller: Caller;
  parsed: RestRequest;
  externalUrl: string;
  isHead: boolean;
}): Response {
  const { catalogue, caller, parsed } = given;
  const wanted = parseAccept(parsed.accept ?? '*/*');
  if (!wanted.some(({ name }) => offered.includes(name))) throw notAvailable(wanted.map(({ text }) => text));
  const headers: Record<string, string> = { 'content-type': 'application/openapi+json; charset=utf-8' };
  if (catalogue.schemas.length > 1) headers['content-profile'] = parsed.schema;
  if (given.isHead) return new Response(null, { status: 200, headers });
  const isVisible = ({ schema, roles }: { schema: string; roles: readonly string[] }) =>
    schema === parsed.schema && roles.includes(caller.role);
  const description = toOpenApi({
    tables: [...catalogue.tables.values()].filter(isVisible),
    routines: [...catalogue.routines.values()].flat().filter(isVisible),
    catalogue,
    url: new URL(given.externalUrl),
  });
  return new Response(JSON.stringify(description), { headers });
}
