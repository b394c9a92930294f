/**
 * Whether a request comes from this machine and is meant for it. A page elsewhere can point its own host name at 127.0.0.1, and a proxy on this
 * machine passes on requests from the internet. The first shows in the Host header, the second in the headers that proxies add. A proxy that
 * adds none makes every visitor look local, so this protects no secret.
 */
export function isFromThisMachine(request: Request, clientAddress: string): boolean {
  if (!isLoopback(clientAddress)) return false;
  const forwarded = [
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Real-IP',
    'Via',
  ];
  if (forwarded.some((name) => request.headers.has(name))) return false;
  const host = request.headers.get('Host') ?? new URL(request.url).host;
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}
