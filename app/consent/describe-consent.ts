/** Describes the scopes of an application by what it will be able to do. */
export function describeScopes(scope: string, email: string | undefined): string[] {
  const scopes = scope.split(' ');
  const descriptions: Record<string, string> = {
    openid: 'Recognize you each time you come back',
    profile: 'See your name, your picture and the rest of your profile',
    email: `See your email address${email ? ` (${email})` : ''}`,
    phone: 'See your phone number',
    offline_access: 'Stay signed in while you are away',
  };
  const known = Object.keys(descriptions).filter((name) => scopes.includes(name));
  return [
    ...known.map((name) => descriptions[name] ?? name),
    // The application's token works with the data API, where row security decides as it does for the user.
    'Use this site’s data on your behalf, but not change your password or how you sign in',
  ];
}

/** The part of the redirect address that identifies the application. */
export function describeTarget(redirectUri: string): { place: string; note: string } {
  const { protocol, host, hostname } = new URL(redirectUri);
  if (protocol !== 'https:' && protocol !== 'http:') {
    return { place: protocol.slice(0, -1), note: 'an app on this device' };
  }
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return { place: host, note: isHere ? 'a program on this device' : 'a website' };
}

export function nameOf(client: { name?: string }): string {
  return client.name?.trim() || 'An application without a name';
}

export function initialOf(name: string): string {
  return [...name][0]?.toLocaleUpperCase() ?? '?';
}
