/** The cookie in which the browser's session keeps its access token for the server. */
const cookieName = 'sb-access-token';

/** The token of whoever is signed in, or undefined. */
export function readAccessToken(cookies: string = document.cookie): string | undefined {
  const pair = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${cookieName}=`));
  return pair?.slice(cookieName.length + 1) || undefined;
}
