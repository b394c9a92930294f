/**
 * The `Database` types of schemas, as postgres-meta 0.99.0 prints them for `supabase gen types typescript`. They differ where its output is
 * wrong: foreign keys of one name that lead to one table, and those of schemas whose names need quotes.
 */
import type { Definitions } from './definitions.ts';
import { describeSchemas, findEnums } from './describe-schema.ts';
import { helperTypes } from './helper-types.ts';
import { printType, widthOf } from './print-type.ts';
import { literal, type Member, object, toKey, tuple } from './type-node.ts';

/** With a version of PostgREST, as for a hosted project: the client then knows what it can do. */
export function writeTypes(definitions: Definitions, postgrestVersion?: string): string {
  const schemas = describeSchemas(definitions);
  const members = postgrestVersion === undefined ? schemas : [describeVersion(postgrestVersion), ...schemas];
  return `export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = ${printType(object(members), 0, 0)}

${helperTypes}

export const Constants = ${printConstants(definitions)} as const
`;
}

function describeVersion(version: string): Member {
  return {
    name: '__InternalSupabase',
    comment: [
      '// Allows to automatically instantiate createClient with right options',
      "// instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)",
    ],
    type: object([{ name: 'PostgrestVersion', type: literal(version) }]),
  };
}

/** The names of enums, for code that lists them. */
function printConstants(definitions: Definitions): string {
  const schemas = definitions.schemas.map((schema) => {
    const enums = findEnums(definitions, schema).map(({ name, choices }) => {
      const start = `      ${toKey(name)}: `;
      // The comma needs a column as well.
      return `${start}${printType(tuple(choices), 6, widthOf(start) + 1)},\n`;
    });
    const list = enums.length === 0 ? '{}' : `{\n${enums.join('')}    }`;
    return `  ${toKey(schema)}: {\n    Enums: ${list},\n  },\n`;
  });
  return schemas.length === 0 ? '{}' : `{\n${schemas.join('')}}`;
}
