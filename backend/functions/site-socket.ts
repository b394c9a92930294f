import { once } from 'node:events';
import { chmod, chown, rm } from 'node:fs/promises';
import { createHttpServer, type WebSockets } from '../http/http-server.ts';
import type { FunctionHome } from './deno/function-user.ts';

/** A socket on which functions reach the services of this site: its host may be one that they are not allowed to connect to. */
export async function openSiteSocket(
  site: {
    siteUrl: string;
    fetch: (request: Request) => Promise<Response>;
    webSockets?: WebSockets | undefined;
  },
  { runAs }: FunctionHome,
  path: string,
): Promise<{ path: string; close(): Promise<void> }> {
  await rm(path, { force: true });
  const { server, close } = createHttpServer({
    fetch: (request) => site.fetch(request),
    readUrl: ({ url = '/' }) => ({ url: site.siteUrl + toTarget(url) }),
    webSockets: site.webSockets && withTargets(site.webSockets),
  });
  server.listen(path);
  await once(server, 'listening');
  await chmod(path, 0o600);
  if (runAs) await chown(path, runAs.uid, runAs.gid);
  return {
    path,
    async close() {
      const stopped = once(server, 'close').then(() => {});
      server.close();
      await close(stopped);
    },
  };
}

/** Clients of a proxy send the whole address; their host is not that of the site. */
function toTarget(address: string): string {
  return address.replace(/^\w+:\/\/[^/]*/, '');
}

function withTargets(webSockets: WebSockets): WebSockets {
  return {
    accepts: (path) => webSockets.accepts(toTarget(path)),
    upgrade(request, ...rest) {
      request.url = toTarget(request.url ?? '/');
      return webSockets.upgrade(request, ...rest);
    },
    async close() {},
  };
}
