/** Statements about extensions that the server does not have, or not in the version that a file names. */
import type { Sql } from '../database.ts';
import { fragment, identifier, joinFragments, rawFragment } from '../driver/sql.ts';
import { DatabaseStartError } from '../errors.ts';
import type { Log } from '../log.ts';
import { createStandIn, hasExtension, hasStandIn } from './create-stand-in.ts';
import { dropStandIn } from './drop-stand-in.ts';
import { type ExtensionStatement, parseExtensionStatement } from './parse-extension-statement.ts';
import { type StandIn, standIns } from './stand-ins.ts';

type Create = Extract<ExtensionStatement, { verb: 'create' }>;
type Drop = Extract<ExtensionStatement, { verb: 'drop' }>;

/** Returns false when the statement is not about extensions, or when Postgres can run it. `log` gets warnings about the statement. */
export async function runExtensionStatement(sql: Sql, body: string, log: Log): Promise<boolean> {
  if (/^do\b/i.test(body)) return runBlock(sql, body, log);
  const statement = parseExtensionStatement(body);
  if (!statement) return false;
  if (statement.verb === 'drop') return dropExtensions(sql, statement);
  const isCreate = statement.verb === 'create';
  if (await hasExtension(sql, statement.name)) return isCreate && createInOtherWay(sql, statement, log);
  const standIn = standIns.get(statement.name);
  if (standIn && isCreate) await replaceExtension(sql, standIn, statement, log);
  else if (standIn && statement.schema) await createStandIn(sql, standIn, statement.schema);
  else if (isCreate) {
    throw new DatabaseStartError(
      `This server does not have the extension "${statement.name}", and it cannot be replaced: it needs compiled files, which the ` +
        'embedded Postgres does not carry. Set DATABASE_URL to a Postgres server that has it, or install it on that server',
    );
  }
  return standIn !== undefined;
}

async function replaceExtension(sql: Sql, standIn: StandIn, { schema }: Create, log: Log) {
  await createStandIn(sql, standIn, schema);
  const instead = standIn.file ? 'A stand-in takes its place' : 'The statement was left out';
  log({
    level: standIn.isComplete ? 'info' : 'warn',
    message: `This server does not have the extension ${standIn.name}. ${instead}: ${standIn.effect}.`,
  });
}

/** A DO block often creates an extension if it is missing. Where a stand-in takes its place, the block runs without that statement. */
async function runBlock(sql: Sql, body: string, log: Log): Promise<boolean> {
  let rest = body;
  for (const [text] of body.matchAll(/\bcreate\s+extension\s(?:[^;'$]|version\s+'[^']*')*;/gi)) {
    const statement = parseExtensionStatement(text);
    const standIn = statement?.verb === 'create' ? standIns.get(statement.name) : undefined;
    if (statement?.verb !== 'create' || !standIn || (await hasExtension(sql, standIn.name))) continue;
    await replaceExtension(sql, standIn, statement, log);
    rest = rest.replace(text, 'null;');
  }
  if (rest === body) return false;
  await sql.script(rest);
  return true;
}

/** The server has the extension. Returns false when Postgres can create it as it is written. */
async function createInOtherWay(sql: Sql, { name, schema, version }: Create, log: Log): Promise<boolean> {
  if (await hasStandIn(sql, name)) {
    log({
      level: 'warn',
      message: `This server has the extension ${name} now. The stand-in stays, with its data: drop it before you create the extension.`,
    });
    return true;
  }
  if (!version) return false;
  const versions = await sql`
    select from pg_available_extension_versions where name = ${name} and version = ${version}`;
  if (versions.length > 0) return false;
  // A file may name the version that a hosted project has.
  log({
    level: 'warn',
    message: `This server does not have version ${version} of the extension ${name}: its own version is used.`,
  });
  const place = schema ? fragment`schema ${identifier(schema)}` : fragment``;
  await sql`create extension if not exists ${identifier(name)} ${place} cascade`;
  return true;
}

async function dropExtensions(sql: Sql, { names, isCascade }: Drop): Promise<boolean> {
  const others: string[] = [];
  let isHandled = false;
  for (const name of names) {
    if (!standIns.has(name) || (await hasExtension(sql, name))) {
      others.push(name);
      continue;
    }
    await dropStandIn(sql, name, isCascade);
    isHandled = true;
  }
  if (isHandled && others.length > 0) {
    const behaviour = rawFragment(isCascade ? 'cascade' : '');
    await sql`drop extension if exists ${joinFragments(others.map(identifier), ', ')} ${behaviour}`;
  }
  return isHandled;
}
