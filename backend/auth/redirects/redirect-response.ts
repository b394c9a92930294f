/**
 * Redirects a browser. The URL may contain secrets, so it is not sent as the referrer. It is always absolute: one that begins
 * with `//` would lead to another host, and one with a character outside of Latin-1 could not be sent.
 */
export function redirectResponse(status: 302 | 303, url: string, cookie?: string): Response {
  return new Response(null, {
    status,
    headers: {
      Location: new URL(url).href,
      'Referrer-Policy': 'no-referrer',
      ...(cookie !== undefined && { 'Set-Cookie': cookie }),
    },
  });
}

/**
 * Redirects a browser to another site. A browser keeps the fragment of the current URL, which may contain a session, unless the
 * new URL has a fragment, even an empty one.
 */
export function otherSiteRedirect(status: 302 | 303, url: string, cookie?: string): Response {
  const { href } = new URL(url);
  return redirectResponse(status, href.includes('#') ? href : `${href}#`, cookie);
}
