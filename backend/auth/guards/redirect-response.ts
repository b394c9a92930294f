/**
 * Sends a browser on. The address may hold secrets, so no site learns of it as the referrer. It is always a whole address: one that began
 * with `//` would lead to another host, and one with a letter outside of Latin-1 could not be sent.
 */
export function redirectResponse(status: 302 | 303, address: string, cookie?: string): Response {
  return new Response(null, {
    status,
    headers: {
      Location: new URL(address).href,
      'Referrer-Policy': 'no-referrer',
      ...(cookie !== undefined && { 'Set-Cookie': cookie }),
    },
  });
}

/**
 * Sends a browser to a site that is not ours. A browser takes the fragment of the address that it comes from along, and a session may be in
 * it, unless the new address has a fragment, be it empty.
 */
export function otherSiteRedirect(status: 302 | 303, address: string, cookie?: string): Response {
  const { href } = new URL(address);
  return redirectResponse(status, href.includes('#') ? href : `${href}#`, cookie);
}
