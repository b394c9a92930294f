/** Errors of requests that no service has seen, in the form that the clients of their paths read. */

const services = /^\/(auth|rest|graphql|storage|realtime|functions)(?=[/?#]|$)/;

/** Whether a path, or a path and its query, belongs to a service of Supabase, be it offered here or not. */
export function isApiPath(path: string): boolean {
  return services.test(path);
}

/** The service that a target names, such as `/rest`: it stands for an address that cannot be used as a whole. */
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

/** Every page may read it, as it may read the answers of the services. */
export function toApiErrorResponse(path: string, status: number, message: string): Response {
  return Response.json(toApiErrorBody(path, status, message), {
    status,
    headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' },
  });
}
