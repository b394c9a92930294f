import type { Caller } from '../caller.ts';
import { type Catalogue, findRoutines } from '../catalogue/catalogue.ts';
import { requireTable } from '../compile/require-table.ts';
import type { RestRequest } from '../request/parse-request.ts';
import { RestError } from '../rest-error.ts';

/** OPTIONS outside of CORS: which methods the table or function at this path allows. */
export function allowedMethods(catalogue: Catalogue, parsed: RestRequest, caller: Caller): Response {
  return new Response(null, { status: 200, headers: { allow: findMethods(catalogue, parsed, caller) } });
}

function findMethods(catalogue: Catalogue, { resource, schema }: RestRequest, { role }: Caller): string {
  if (resource.kind === 'root') return 'OPTIONS,GET,HEAD';
  const { name } = resource;
  if (resource.kind === 'routine') {
    const routines = findRoutines(catalogue, { schema, name });
    if (routines.length === 0)
      throw new RestError(
        'PGRST202',
        404,
        `Could not find the function ${schema}.${name} in the schema cache`,
      );
    return routines.every(({ isVolatile }) => isVolatile) ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST';
  }
  const table = requireTable({ catalogue, schema, name, role });
  return [
    'OPTIONS,GET,HEAD',
    table.canInsert && 'POST',
    table.canInsert && table.canUpdate && table.primaryKey.length > 0 && 'PUT',
    table.canUpdate && 'PATCH',
    table.canDelete && 'DELETE',
  ]
    .filter(Boolean)
    .join(',');
}
