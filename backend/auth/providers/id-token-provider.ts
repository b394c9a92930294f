import { ServiceError } from '../../http/service-error.ts';
import type { AuthService } from '../service/service.ts';
import { findProvider } from './find-provider.ts';
import { presets } from './presets.ts';
import type { IdTokenRules, Provider } from './provider.ts';
import { claimedIssuer, IdTokenError } from './verify-id-token.ts';

/** The provider of an ID token: the one that the app names, or the one that the issuer belongs to. */
export async function requireIdTokenProvider(
  service: AuthService,
  body: { provider: string; issuer: string; id_token: string },
): Promise<Provider & { rules: IdTokenRules }> {
  const name = body.provider || (await nameOfIssuer(service, body.issuer)) || '';
  const provider = await findProvider(service, name);
  const rules = provider?.kind.idTokens;
  if (provider === undefined || rules === undefined) {
    const given = JSON.stringify((body.provider || body.issuer).slice(0, 100));
    throw ServiceError.validationFailed(`Custom OIDC provider ${given} not allowed`);
  }
  const issuer = rules.issuer(provider.settings, issuerIn(body.id_token)) ?? name;
  if (!provider.isEnabled)
    throw new ServiceError(
      'provider_disabled',
      400,
      `Provider (issuer ${JSON.stringify(issuer)}) is not enabled`,
    );
  if (body.issuer !== '' && body.issuer !== issuer)
    throw ServiceError.validationFailed('Provided issuer does not match ID token issuer');
  return { ...provider, rules };
}

/** Apps that do not name the provider name its issuer. */
async function nameOfIssuer(service: AuthService, issuer: string): Promise<string | undefined> {
  const names = new Set([...Object.keys(service.config.external), ...presets.keys()]);
  for (const name of names) {
    const provider = await findProvider(service, name);
    if (provider?.kind.idTokens?.issuer(provider.settings, issuer) === issuer) return name;
  }
  return undefined;
}

function issuerIn(token: string): string {
  try {
    return claimedIssuer(token);
  } catch (error) {
    // The verification reports what is wrong with the token.
    if (error instanceof IdTokenError) return '';
    throw error;
  }
}
