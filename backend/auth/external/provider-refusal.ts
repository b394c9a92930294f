import { databaseFault } from '../../http/database-fault.ts';
import { OutgoingFetchError } from '../../http/outgoing-fetch.ts';
import { ServiceError } from '../../http/service-error.ts';
import { describeFault, ProviderFault } from '../providers/provider-fault.ts';
import { IdTokenError } from '../providers/verify-id-token.ts';
import type { AuthService } from '../service/service.ts';

/** Whether the provider is at fault, rather than the request or this server. */
export function isProviderFault(error: unknown): boolean {
  return (
    error instanceof ProviderFault || error instanceof OutgoingFetchError || error instanceof IdTokenError
  );
}

/** Logs why a sign-in failed, and returns the error for the user. */
export function logRefusal(service: AuthService, provider: string, error: unknown): ServiceError {
  const known =
    error instanceof ServiceError ? error : (databaseFault(error) ?? providerRefusal(provider, error));
  const isServerFault = known === undefined || (known.status >= 500 && !isProviderFault(error));
  service.log({
    level: isServerFault ? 'error' : 'warn',
    message: 'A sign-in with a provider failed',
    provider,
    code: known?.code ?? 'unexpected_failure',
    reason: describeFault(error),
    ...(known === undefined && error instanceof Error && { stack: error.stack }),
  });
  return known ?? new ServiceError('unexpected_failure', 500, 'Unexpected failure, please try again');
}

function providerRefusal(provider: string, error: unknown): ServiceError | undefined {
  if (!isProviderFault(error)) return undefined;
  const message = `Signing in with ${provider} did not work: it gave no usable answer. Please try again, or sign in another way.`;
  return new ServiceError('unexpected_failure', 503, message, { cause: error });
}
