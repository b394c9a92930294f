import { DatabaseStartError } from './errors.ts';

/** The address and credentials of a Postgres server. */
export interface ConnectionTarget {
  /** A host name, an IP address, or the folder of a Unix socket. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  ssl: false | 'require' | 'prefer' | 'verify-full';
  pooler: PoolerState;
  /** The role that a session has from its beginning, and again after RESET ROLE. The user must be a member of it. */
  startAs?: string;
  /** The pooler in front of this server. All logins but the owner use it. */
  viaPooler?: ConnectionTarget;
}

/**
 * Whether there is a pooler that gives every transaction another session of the server. Then no statement is prepared by name, and each
 * transaction brings its settings. It is found out at the start or later, and the logins of a server share this object.
 */
export interface PoolerState {
  isUsed: boolean;
}

/** Parses `postgresql://user:password@host:5432/name?sslmode=require`, including the socket form `…@/name?host=/folder`. */
export function parseDatabaseUrl(text: string, name = 'DATABASE_URL'): ConnectionTarget {
  // The URL parser rejects credentials without a host, which is how a Unix socket is written.
  const withHost = text.trim().replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/?#]|$)/, '$1localhost');
  if (!/^postgres(ql)?:\/\//.test(withHost) || !URL.canParse(withHost)) {
    throw new DatabaseStartError(
      `${name} is not a Postgres address. Write it as postgresql://user:password@host:5432/database.`,
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
    ssl: toSsl(option('sslmode'), name),
    pooler: { isUsed: option('pgbouncer') === 'true' || option('prepare') === 'false' },
  };
}

/** The URL for psql, pg_dump and `parseDatabaseUrl`. */
export function toDatabaseUrl(target: ConnectionTarget): string {
  const isSocket = target.host.startsWith('/');
  const user = `${encodeURIComponent(target.user)}:${encodeURIComponent(target.password)}`;
  const place = isSocket
    ? ''
    : `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
  const query = isSocket ? `?host=${encodeURIComponent(target.host)}&port=${target.port}` : '';
  return `postgresql://${user}@${place}/${encodeURIComponent(target.database)}${query}`;
}

/** For messages: the address without the password. */
export function describeTarget(target: ConnectionTarget): string {
  return `${target.database} at ${target.host}${target.host.startsWith('/') ? '' : `:${target.port}`}`;
}

function toSsl(mode: string, name: string): ConnectionTarget['ssl'] {
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
        `${name} asks for sslmode=${mode}. Use disable, prefer, require or verify-full.`,
      );
  }
}
