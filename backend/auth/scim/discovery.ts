import { ServiceError } from '../../http/service-error.ts';
import type { AuthRequest, Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';

/** The discovery documents of SCIM 2.0 (RFC 7643, RFC 7644). They say that nothing can be provisioned here. */
type Document = (request: AuthRequest, service: AuthService) => Response;

/** GET /scim/v2/ServiceProviderConfig */
export const serviceProviderConfig = scim((_request, service) =>
  answer(200, {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: false },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: false, maxResults: 0 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'OAuth Bearer Token',
        description: 'Authentication scheme using the OAuth Bearer Token Standard',
        specUri: 'http://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: {
      resourceType: 'ServiceProviderConfig',
      location: `${service.externalUrl}/scim/v2/ServiceProviderConfig`,
    },
  }),
);

/** GET /scim/v2/ResourceTypes and GET /scim/v2/Schemas: there are none. */
export const emptyList = scim((request) => {
  if (request.query.has('filter')) return fault(403, 'Filtering is not supported on this endpoint');
  return answer(200, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 0,
    startIndex: 1,
    itemsPerPage: 0,
    Resources: [],
  });
});

export const methodNotAllowed = scim(() => {
  const response = fault(405, 'This endpoint can only be read');
  response.headers.set('Allow', 'GET');
  return response;
});

export const notFoundEndpoint = scim(() => fault(404, 'Endpoint or resource does not exist'));

function scim(write: Document): Endpoint {
  return async (request, service) => {
    if (service.config.scimEnabled) return write(request, service);
    throw new ServiceError('feature_disabled', 404, 'SCIM server is disabled');
  };
}

function fault(status: number, detail: string): Response {
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error'];
  return answer(status, { schemas, detail, status: String(status) });
}

function answer(status: number, body: object): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/scim+json' },
  });
}
