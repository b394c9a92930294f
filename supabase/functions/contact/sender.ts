/** A hash by which the messages of one sender are counted. It has a key, because all addresses could be tried without one. */
export async function hashSender(request: Request): Promise<string> {
  const address = request.headers.get('x-forwarded-for')?.split(',', 1)[0]?.trim() ?? '';
  const toBytes = (text: string) => new TextEncoder().encode(text);
  const secret = toBytes(`contact ${Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')}`);
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const hash = await crypto.subtle.sign('HMAC', key, toBytes(toNetwork(address)));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An IPv4 address, or the first half of an IPv6 address: a connection has all addresses with the same half. */
function toNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - groups.length - last.length;
  return [...groups, ...Array(Math.max(0, missing)).fill('0'), ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
