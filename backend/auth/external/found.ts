/** Sends a browser on. The address holds secrets, so it is told to nobody. */
export function found(location: string, cookie?: string): Response {
  return new Response(null, {
    status: 302,
    headers: {
      Location: location,
      'Referrer-Policy': 'no-referrer',
      ...(cookie !== undefined && { 'Set-Cookie': cookie }),
    },
  });
}
