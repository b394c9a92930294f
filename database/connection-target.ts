import { DatabaseStartError } from './errors.ts';

/** Where a Postgres server is and who we are there. */
export interface ConnectionTarget {
  /** A host name or address, or the folder of a Unix socket. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  ssl: false | 'require' | 'prefer' | 'verify-full';
  /** Off behind a pooler that gives every transaction another connection. */
  prepare: boolean;
}

/** Reads `postgresql://user:password@host:5432/name?sslmode=require`, the socket form `…@/name?host=/folder` included. */
export function parseDatabaseUrl(text: string): ConnectionTarget {
  // The URL parser refuses credentials without a host, which is how a Unix socket is written.
  const withHost = text.trim().replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/?#]|$)/, '$1localhost');
  if (!/^postgres(ql)?:\/\//.test(withHost) || !URL.canParse(withHost)) {
    throw new DatabaseStartError(
      'DATABASE_URL is not a Postgres address. Write it as postgresql://user:password@host:5432/database.',
    );
  }
  const url = new URL(withHost);
  const option = (name: string) => url.searchParams.get(name) ?? '';
  const user = decodeURIComponent(url.username) || option('user') || 'postgres';
  return {
    host: option('host') || url.hostname.replace(/^\[(.*)\]$/, '$1') || 'localhost',
    port: Number(option('port') || url.port || 5432),
    user,
    password: decodeURIComponent(url.password) || option('password'),
    database: decodeURIComponent(url.pathname.slice(1)) || option('dbname') || user,
    ssl: toSsl(option('sslmode')),
    prepare: option('pgbouncer') !== 'true' && option('prepare') !== 'false',
  };
}

/** The address in the form that psql, pg_dump and `parseDatabaseUrl` read. */
export function toDatabaseUrl(target: ConnectionTarget): string {
  const isSocket = target.host.startsWith('/');
  const user = `${encodeURIComponent(target.user)}:${encodeURIComponent(target.password)}`;
  const place = isSocket
    ? ''
    : `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
  const query = isSocket ? `?host=${encodeURIComponent(target.host)}&port=${target.port}` : '';
  return `postgresql://${user}@${place}/${encodeURIComponent(target.database)}${query}`;
}

/** For messages: where it is, without the password. */
export function describeTarget(target: ConnectionTarget): string {
  return `${target.database} at ${target.host}${target.host.startsWith('/') ? '' : `:${target.port}`}`;
}

function toSsl(mode: string): ConnectionTarget['ssl'] {
  switch (mode) {
    case '':
    case 'disable':
      return false;
    case 'allow':
    case 'prefer':
      return 'prefer';
    case 'require':
      return 'require';
    case 'verify-ca':
    case 'verify-full':
      return 'verify-full';
    default:
      throw new DatabaseStartError(
        `DATABASE_URL asks for sslmode=${mode}. Use disable, prefer, require or verify-full.`,
      );
  }
}
