const documents = ['oauth-authorization-server', 'openid-configuration'];

/**
 * The path below the base path, or undefined. RFC 8414 puts the well-known part before the path of the issuer, so that the
 * documents of `/auth/v1` are also served at `/.well-known/oauth-authorization-server/auth/v1`.
 */
export function pathBelow(basePath: string, pathname: string): string | undefined {
  if (pathname === basePath || pathname.startsWith(`${basePath}/`))
    return pathname.slice(basePath.length) || '/';
  const name = documents.find((document) => pathname === `/.well-known/${document}${basePath}`);
  return name && `/.well-known/${name}`;
}
