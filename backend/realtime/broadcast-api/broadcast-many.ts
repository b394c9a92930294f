import type { BroadcastMessage } from '../broadcast-message.ts';
import { isObject } from '../frames/client-message.ts';
import { BroadcastRefusal, type Endpoint, parseBody, takeFromRate } from './endpoint.ts';

/** Sends a list of messages. Those to private topics that the caller may not write to are left out, and the answer does not tell. */
export const broadcastMany: Endpoint = async (service, { caller, body, rate }) => {
  const messages = readMessages(parseBody(body), service.config.maxPayloadBytes);
  takeFromRate(service, rate, messages.length);
  const topics = new Set(messages.filter((message) => message.private).map(({ topic }) => topic));
  const rights = new Map<string, boolean>();
  for (const topic of topics) rights.set(topic, (await service.readRights(caller, topic)).broadcast.write);
  for (const message of messages)
    if (!message.private || rights.get(message.topic)) service.broadcast(message);
  return new Response(null, { status: 202 });
};

type Faults = Record<string, string[]>;

function readMessages(body: unknown, maxBytes: number): BroadcastMessage[] {
  const given = isObject(body) ? body.messages : undefined;
  if (!Array.isArray(given) || given.length === 0)
    throw new BroadcastRefusal(422, { errors: { messages: ["can't be blank"] } });
  const faults = given.map((one) => findFaults(one, maxBytes));
  if (faults.some((found) => Object.keys(found).length > 0))
    throw new BroadcastRefusal(422, { errors: { messages: faults } });
  return given.map(({ topic, event, payload, private: isPrivate }) => ({
    topic,
    event,
    private: isPrivate === true,
    payload: JSON.stringify(payload),
  }));
}

function findFaults(message: unknown, maxBytes: number): Faults {
  if (!isObject(message)) return { topic: ['is invalid'] };
  const faults: Faults = {};
  for (const name of ['topic', 'event'])
    if (message[name] === undefined || message[name] === '') faults[name] = ["can't be blank"];
    else if (typeof message[name] !== 'string') faults[name] = ['is invalid'];
  const { payload } = message;
  if (payload === undefined || payload === null) faults.payload = ["can't be blank"];
  else if (!isObject(payload)) faults.payload = ['is invalid'];
  else if (Buffer.byteLength(JSON.stringify(payload)) > maxBytes)
    faults.payload = ['Payload size exceeds tenant limit'];
  return faults;
}
