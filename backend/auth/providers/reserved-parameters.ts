/** The parameters that we send to a provider ourselves, so no caller may set them. A request object could contain any of them. */
export const reservedParameters: readonly string[] = [
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'request',
  'request_uri',
];
