import { describe, expect, it } from 'vitest';
import { parseDatabaseUrl, toDatabaseUrl } from './connection-target.ts';

const base = {
  port: 5432,
  user: 'me',
  password: 's3cret',
  database: 'site',
  ssl: false,
  pooler: { isUsed: false },
};

describe('a database URL', () => {
  it.each([
    ['postgres://me:s3cret@db.example.com/site', { ...base, host: 'db.example.com' }],
    [
      'postgresql://me:s3cret@db.example.com:6000/site?sslmode=require',
      { ...base, host: 'db.example.com', port: 6000, ssl: 'require' },
    ],
    ['postgresql://me:p%40ss%2F@[::1]/site', { ...base, host: '::1', password: 'p@ss/' }],
    ['postgresql://me:s3cret@/site?host=/run/postgres', { ...base, host: '/run/postgres' }],
    ['postgresql://me:s3cret@/site?host=%2Frun%2Fpg&port=6000', { ...base, host: '/run/pg', port: 6000 }],
    ['postgresql:///site?host=/tmp&user=me&password=s3cret', { ...base, host: '/tmp' }],
    ['postgresql://me:s3cret@h/', { ...base, host: 'h', database: 'me' }],
    [
      'postgresql://me:s3cret@h/site?sslmode=verify-full&channel_binding=require',
      { ...base, host: 'h', ssl: 'verify-full' },
    ],
    ['postgresql://me:s3cret@h/site?pgbouncer=true', { ...base, host: 'h', pooler: { isUsed: true } }],
  ])('%s', (url, target) => {
    expect(parseDatabaseUrl(url)).toEqual(target);
  });

  it.each([
    '',
    'mysql://me@h/site',
    'db.example.com',
    'postgresql://me:x@h:port/site',
  ])('is not: "%s"', (url) => {
    expect(() => parseDatabaseUrl(url)).toThrow(/DATABASE_URL is not a Postgres address.*postgresql:\/\//);
  });

  it('is refused with an unknown sslmode', () => {
    expect(() => parseDatabaseUrl('postgresql://h/site?sslmode=maybe')).toThrow('sslmode=maybe');
  });

  it.each([
    { ...base, host: '/tmp/a folder', ssl: false as const },
    { ...base, host: '::1', password: 'ä/@:?', ssl: false as const },
  ])('is the same after being written and parsed', (target) => {
    expect(parseDatabaseUrl(toDatabaseUrl(target))).toEqual(target);
  });
});
