/**
 * Runs in Deno, as the main program of a function's process: adds what Supabase's runtime has and Deno has not, then imports the function.
 * It is imported by a name that is not known before, so that Deno checks the permission to read each file that it imports.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

type Handler = (request: Request, info: unknown) => Response | Promise<Response>;

interface ServeOptions {
  handler?: Handler;
  path?: string;
  onListen?: (address: unknown) => void;
  onError?: (error: unknown) => Response | Promise<Response>;
  signal?: AbortSignal;
}

interface DenoServer {
  unref(): void;
}

/** What this file uses of Deno's own types, which the rest of the repository cannot have. */
interface DenoNamespace {
  env: { get(name: string): string | undefined; delete(name: string): void };
  stdout: { writeSync(bytes: Uint8Array): number };
  serve(options: ServeOptions & { handler: Handler }): DenoServer;
  createHttpClient(options: { proxy: { transport: 'unix'; path: string } }): object;
  inspect(value: unknown): string;
  exit(code: number): never;
  listen?: unknown;
  serveHttp?: unknown;
}

declare const Deno: DenoNamespace;

/** Written by `start-worker.ts`. */
interface Start {
  entry: string;
  requestSocket: string;
  controlSocket: string;
  siteUrl: string;
  siteSocket: string;
  usesNodeServer: boolean;
}

/** Of this program and of Deno, which sets the last two itself. What it reads later, about certificates, stays. */
const ownVariables = [
  'PORCHLIGHT_START',
  'DENO_DIR',
  'DENO_NO_UPDATE_CHECK',
  'NO_COLOR',
  'DENO_NODE_SHIM_ACTIVE',
  'PATH',
];
const start = takeStart();
const requestId = new AsyncLocalStorage<string>();
/** Work that goes on after its response. */
const background = new Set<Promise<unknown>>();
const serveInDeno = Deno.serve;
let isServing = false;

function takeStart(): Start {
  const text = Deno.env.get('PORCHLIGHT_START') ?? '{}';
  for (const name of ownVariables) Deno.env.delete(name);
  return JSON.parse(text);
}

/** One line of JSON for the process that started this one. */
function tell(message: object): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
}

function logThroughParent(): void {
  const levels = { debug: 'info', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'info' };
  for (const [method, level] of Object.entries(levels)) {
    Object.assign(console, {
      [method]: (...values: unknown[]) => {
        const texts = values.map((value) => (typeof value === 'string' ? value : Deno.inspect(value)));
        tell({ level, message: texts.join(' ').slice(0, 10_000), requestId: requestId.getStore() });
      },
    });
  }
}

/** The address of a request that came over a Unix socket is that of the site. */
function correctRequestUrls(): void {
  const { protocol } = new URL(start.siteUrl);
  const url = Object.getOwnPropertyDescriptor(Request.prototype, 'url')?.get;
  Object.defineProperty(Request.prototype, 'url', {
    configurable: true,
    enumerable: true,
    get(): string {
      return String(url?.call(this)).replace(/^http\+unix:/, protocol);
    },
  });
}

/** The site is reached through its own socket: its host may be one of the private network, which is denied. */
function connectToSite(): void {
  const { origin } = new URL(start.siteUrl);
  const client = Deno.createHttpClient({ proxy: { transport: 'unix', path: start.siteSocket } });
  /** The name does not matter, but Deno asks no proxy for localhost. */
  const inside = (url: string, scheme: string) => `${scheme}//site.internal${url.slice(origin.length)}`;
  const isSite = (url: string) =>
    url === origin || url.startsWith(`${origin}/`) || url.startsWith(`${origin}?`);
  const fetchOutside = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!isSite(url)) return fetchOutside(input, init);
    const target = inside(url, 'http:');
    return fetchOutside(input instanceof Request ? new Request(target, input) : target, {
      ...init,
      client,
    } as RequestInit);
  };
  globalThis.WebSocket = new Proxy(WebSocket, {
    construct(target, [address, protocols]: [string | URL, (string | string[])?]) {
      const url = String(address).replace(/^ws/, 'http');
      if (!isSite(url)) return protocols === undefined ? new target(address) : new target(address, protocols);
      const options = { client, ...(protocols !== undefined && { protocols: [protocols].flat() }) };
      return new target(inside(url, 'ws:'), options as unknown as string[]);
    },
  });
}

/** Whatever port the function names: it listens on its socket. */
function serve(first: Handler | ServeOptions, second?: Handler | ServeOptions): DenoServer {
  const given = [first, second];
  const options = given.find((value): value is ServeOptions => typeof value === 'object') ?? {};
  const handler = given.find((value): value is Handler => typeof value === 'function') ?? options.handler;
  if (!handler) throw new TypeError('A handler function must be provided.');
  isServing = true;
  return serveInDeno({
    path: start.requestSocket,
    ...(options.signal && { signal: options.signal }),
    ...(options.onError && { onError: options.onError }),
    onListen() {
      options.onListen?.({ transport: 'tcp', hostname: '0.0.0.0', port: 8000 });
      tell({ isListening: true });
    },
    handler: (request, info) =>
      requestId.run(request.headers.get('x-request-id') ?? '', () => handler(request, info)),
  });
}

/** Deno 1's way to serve, which `serve` of the old standard library uses: a listener with one connection that has all requests. */
function serveAsDeno1(): void {
  interface Event {
    request: Request;
    respondWith(response: Response | Promise<Response>): Promise<void>;
  }
  const never = new Promise<never>(() => {});
  const address = { transport: 'tcp', hostname: '0.0.0.0', port: 8000 };
  Deno.listen = () => {
    let isTaken = false;
    const accept = () => {
      if (isTaken) return never;
      isTaken = true;
      return Promise.resolve({ rid: 0, localAddr: address, remoteAddr: address, close() {} });
    };
    return {
      addr: address,
      rid: 0,
      accept,
      close() {},
      async *[Symbol.asyncIterator]() {
        for (;;) yield await accept();
      },
    };
  };
  Deno.serveHttp = () => {
    const waiting: Event[] = [];
    let wake: ((event: Event) => void) | undefined;
    serve(
      (request) =>
        new Promise<Response>((resolve, reject) => {
          const event: Event = {
            request,
            respondWith: async (response) => void Promise.resolve(response).then(resolve, reject),
          };
          if (wake) wake(event);
          else waiting.push(event);
          wake = undefined;
        }),
    );
    const nextRequest = () =>
      new Promise<Event>((resolve) => {
        const event = waiting.shift();
        if (event) resolve(event);
        else wake = resolve;
      });
    return {
      rid: 0,
      nextRequest,
      close() {},
      async *[Symbol.asyncIterator]() {
        for (;;) yield await nextRequest();
      },
    };
  };
}

/** Servers of Node, as Express, Koa and Fastify have one: the first listens on the function's socket, whatever port it names. */
async function serveAsNode(): Promise<void> {
  const { Server } = await import('node:net');
  const listen = Server.prototype.listen;
  Server.prototype.listen = function (this: InstanceType<typeof Server>, ...given: unknown[]) {
    const done = given.findLast((value) => typeof value === 'function');
    if (done) this.once('listening', done as () => void);
    if (isServing) {
      queueMicrotask(() => this.emit('listening'));
      return this;
    }
    isServing = true;
    this.once('listening', () => tell({ isListening: true }));
    return listen.call(this, start.requestSocket);
  } as typeof listen;
}

/** Numbers, as on the web and in Supabase's runtime; Deno's are objects. */
function returnTimerNumbers(): void {
  const { setTimeout, setInterval } = globalThis;
  type Given = Parameters<typeof setTimeout>;
  Object.assign(globalThis, {
    setTimeout: (...given: Given) => Number(setTimeout(...given)),
    setInterval: (...given: Given) => Number(setInterval(...given)),
  });
}

function addEdgeRuntime(): void {
  Object.assign(globalThis, {
    EdgeRuntime: {
      waitUntil<T>(promise: Promise<T>): Promise<T> {
        const done = Promise.resolve(promise).catch((error: unknown) => console.error(error));
        background.add(done);
        done.finally(() => background.delete(done));
        return promise;
      },
    },
  });
}

/** Answers whether the event loop is free, and ends the function's work. The function's own server knows nothing of it. */
function listenToSupervisor(): void {
  const server = serveInDeno({
    path: start.controlSocket,
    onListen() {},
    async handler(request) {
      const reason = new URL(request.url).searchParams.get('unload');
      if (reason !== null) {
        dispatchEvent(new CustomEvent('beforeunload', { detail: { reason } }));
        while (background.size > 0) await Promise.all(background);
      }
      return Response.json({ isBusy: background.size > 0 });
    },
  });
  // A function that has nothing to do and no server ends by itself.
  server.unref();
}

logThroughParent();
correctRequestUrls();
connectToSite();
addEdgeRuntime();
serveAsDeno1();
returnTimerNumbers();
Object.assign(Deno, { serve });
listenToSupervisor();
if (start.usesNodeServer) await serveAsNode();

try {
  const loaded: { default?: { fetch?: Handler } } = await import(start.entry);
  const declared = loaded.default?.fetch;
  if (!isServing && typeof declared === 'function')
    serve((request, info) => declared.call(loaded.default, request, info));
} catch (error) {
  tell({ bootError: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  Deno.exit(1);
}
