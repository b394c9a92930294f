import { ServiceError } from '../../http/service-error.ts';
import type { SamlServiceProvider } from '../service/ports.ts';
import type { AuthService } from '../service/service.ts';

export function requireSaml(service: AuthService): SamlServiceProvider {
  if (service.saml !== undefined) return service.saml;
  throw new ServiceError('saml_provider_disabled', 404, 'SAML 2.0 is disabled');
}
