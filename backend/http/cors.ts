/**
 * CORS: a page of every origin may call a service. It sends its key or token in a header and never in a cookie, so it reads what its own
 * token allows. The headers do not depend on the origin, so a cache may store one response for all.
 */
export interface Cors {
  /** The headers of every response. */
  headers: Readonly<Record<string, string>>;
  answerPreflight(request: Request): Response;
  addHeaders(response: Response): void;
}

export interface CorsOptions {
  methods: string;
  /** The response headers that a page may read. */
  exposedHeaders: string;
  maxAgeSeconds: number;
}

export function createCors({ methods, exposedHeaders, maxAgeSeconds }: CorsOptions): Cors {
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': exposedHeaders,
  };
  return {
    headers,
    answerPreflight: (request) =>
      new Response(null, {
        status: 204,
        headers: {
          'access-control-allow-origin': '*',
          'access-control-max-age': String(maxAgeSeconds),
          'access-control-allow-methods': methods,
          'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '',
        },
      }),
    addHeaders(response) {
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    },
  };
}

/** A preflight asks for a method; any other OPTIONS request is for the service. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method');
}
