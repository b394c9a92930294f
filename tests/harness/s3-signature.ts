import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

interface Keys {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The error that S3 would report for the signature of a request (AWS Signature Version 4), or undefined when it is valid. */
export function findSignatureFault(request: IncomingMessage, address: URL, keys: Keys): string | undefined {
  const { headers, method = '' } = request;
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (given === null) return 'AccessDenied';
  const [, accessKeyId, day = '', region, signed = '', signature = ''] = given;
  if (accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== keys.region) return 'AuthorizationHeaderMalformed';
  const date = String(headers['x-amz-date']);
  const names = signed.split(';');
  const present = Object.keys(headers).filter((name) => name.startsWith('x-amz-') || name === 'host');
  if (present.some((name) => !names.includes(name)) || !date.startsWith(day)) return 'AccessDenied';
  if (Math.abs(toTime(date) - Date.now()) > 15 * 60_000) return 'RequestTimeTooSkewed';
  const canonical = [
    method,
    address.pathname,
    canonicalQuery(address),
    ...names.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/\s+/g, ' ')}`,
    ),
    '',
    signed,
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')];
  const key = [day, keys.region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${keys.secretAccessKey}`,
  );
  const wanted = hmac(key, text.join('\n'));
  return timingSafeEqual(wanted, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

function canonicalQuery(address: URL): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return [...address.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** `20260131T120000Z` */
function toTime(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
