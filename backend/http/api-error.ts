/** Errors of requests that no service has handled, in the format that the clients of their paths expect. */

const services = /^\/(auth|rest|graphql|storage|realtime|functions)(?=[/?#]|$)/;

/** Whether a path (with or without a query) belongs to a Supabase service, whether or not it exists here. */
export function isApiPath(path: string): boolean {
  return services.test(path);
}

/** The service of a target, such as `/rest`; used when the whole URL is unusable. */
export function apiPathOf(target: string): string | undefined {
  return services.exec(target)?.[0];
}

/** Read by the clients of each service: keep these keys. */
export function toApiErrorBody(path: string, status: number, message: string): object {
  switch (services.exec(path)?.[1]) {
    case 'auth':
      return { code: status, error_code: status >= 500 ? 'unexpected_failure' : 'unknown', msg: message };
    case 'storage': {
      const error = status >= 500 ? 'InternalError' : 'InvalidRequest';
      return { statusCode: String(status), error, message, code: error };
    }
    case 'rest':
    case 'graphql':
      return { code: String(status), message, details: null, hint: null };
    default:
      return { code: String(status), message };
  }
}

/** CORS: every page may read it, like the responses of the services. */
export function toApiErrorResponse(path: string, status: number, message: string): Response {
  return Response.json(toApiErrorBody(path, status, message), {
    status,
    headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' },
  });
}
