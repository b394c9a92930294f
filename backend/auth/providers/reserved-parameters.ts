/** What we say to a provider ourselves: nobody else may. A request object could hold any of it. */
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
