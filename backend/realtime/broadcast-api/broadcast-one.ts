import { BroadcastRefusal, type Endpoint, parseBody, takeFromRate } from './endpoint.ts';

/** Sends one message, as JSON or as bytes. */
export const broadcastOne: Endpoint = async (service, request) => {
  const { caller, params, query, body, rate } = request;
  const payload = readPayload(request.contentType, body);
  const { topic = '', event = '' } = params;
  if (body.length > service.config.maxPayloadBytes)
    throw new BroadcastRefusal(422, { errors: { payload: ['Payload size exceeds tenant limit'] } });
  takeFromRate(service, rate, 1);
  const isPrivate = query.get('private') === 'true';
  if (isPrivate && !(await service.readRights(caller, topic)).broadcast.write)
    throw new BroadcastRefusal(403, { message: 'Unauthorized' });
  service.broadcast({ topic, event, payload, private: isPrivate });
  return new Response(null, { status: 202 });
};

function readPayload(contentType: string, body: Uint8Array): string | Uint8Array {
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/octet-stream') return body;
  if (type === 'application/json' || type === '') return JSON.stringify(parseBody(body));
  const error = 'Unsupported Media Type. Use application/json or application/octet-stream';
  throw new BroadcastRefusal(415, { error });
}
