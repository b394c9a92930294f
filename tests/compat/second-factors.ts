/** For tests: an authenticator app, as somebody has it on a phone. */
import { createHmac } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';

export interface App {
  factorId: string;
  qrCode: string;
  uri: string;
  /** What the app shows at that time (RFC 6238). */
  code(time: Date): string;
}

export async function enrollApp(client: SupabaseClient, friendlyName = 'my phone'): Promise<App> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (data === null) throw new Error('The factor was not enrolled.', { cause: error });
  const key = fromBase32(data.totp.secret);
  return {
    factorId: data.id,
    qrCode: data.totp.qr_code,
    uri: data.totp.uri,
    code: (time) => showCode(key, Math.floor(time.getTime() / 30_000)),
  };
}

function showCode(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const start = mac.readUInt8(19) % 16;
  return String((mac.readUInt32BE(start) % 2 ** 31) % 1_000_000).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
