import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BroadcastMessage } from '../broadcast-message.ts';
import { decodeBinary, decodeText } from './client-message.ts';
import { encodeBroadcast, encodeMessage, type Frame } from './server-message.ts';

const short = fc.string({ unit: 'grapheme', maxLength: 20 });

/** As the official client writes a broadcast. */
function writeBroadcast(parts: readonly string[], encoding: number, payload: Uint8Array): Buffer {
  const strings = parts.map((part) => Buffer.from(part));
  return Buffer.concat([
    Buffer.from([3, ...strings.map(({ length }) => length), encoding]),
    ...strings,
    payload,
  ]);
}

describe('a frame of a client', () => {
  test('of version 2.0.0 is read as it was written', () => {
    fc.assert(
      fc.property(short, short, short, short, fc.jsonValue(), (joinRef, ref, topic, event, payload) => {
        const message = decodeText('2.0.0', JSON.stringify([joinRef, ref, topic, event, payload]));
        expect(message).toMatchObject({ joinRef, ref, topic, event });
      }),
    );
  });

  test('of version 1.0.0 is read as it was written', () => {
    const frame = { topic: 'realtime:a', event: 'phx_join', payload: { b: 1 }, ref: 2, join_ref: '1' };
    expect(decodeText('1.0.0', JSON.stringify(frame))).toEqual({
      joinRef: '1',
      ref: '2',
      topic: 'realtime:a',
      event: 'phx_join',
      payload: { b: 1 },
    });
  });

  test('a broadcast as bytes is read as it was written', () => {
    fc.assert(
      fc.property(
        fc.tuple(short, short, short, short),
        fc.uint8Array({ maxLength: 300 }),
        ([joinRef, ref, topic, event], bytes) => {
          const message = decodeBinary(writeBroadcast([joinRef, ref, topic, event, ''], 0, bytes));
          expect(message).toMatchObject({ joinRef: joinRef || null, ref: ref || null, topic });
          expect(message?.broadcast?.event).toBe(event);
          expect(Buffer.from(message?.broadcast?.payload ?? '')).toEqual(Buffer.from(bytes));
        },
      ),
    );
  });

  test.each([
    '',
    'null',
    '7',
    '"text"',
    '{}',
    '[]',
    '[1,2,3]',
    '{"topic":1,"event":"a"}',
    '["1","2",3,"a",{}]',
    '[',
    '\0',
  ])('%j is none, in both versions', (text) => {
    expect(decodeText('1.0.0', text)).toBeUndefined();
    expect(decodeText('2.0.0', text)).toBeUndefined();
  });

  test('any bytes and any text are read without an exception', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => void decodeBinary(bytes)));
    fc.assert(fc.property(fc.string(), (text) => void decodeText('2.0.0', text)));
    fc.assert(fc.property(fc.json(), (text) => void decodeText('1.0.0', text)));
  });

  test('bytes that end before their lengths, and text that is no JSON, are none', () => {
    const whole = writeBroadcast(['1', '2', 'realtime:a', 'b', ''], 1, Buffer.from('{}'));
    expect(decodeBinary(whole)).toBeDefined();
    for (let length = 0; length < whole.length - 2; length += 1)
      expect(decodeBinary(whole.subarray(0, length))).toBeUndefined();
    expect(decodeBinary(writeBroadcast(['1', '2', 'a', 'b', ''], 1, Buffer.from('{')))).toBeUndefined();
  });
});

function encode(message: BroadcastMessage): Frame {
  const frame = encodeBroadcast('2.0.0', message);
  if (!frame) throw new Error('There is a frame for every broadcast in version 2.0.0.');
  return frame;
}

describe('a broadcast to clients', () => {
  const message = { topic: 'room', private: false, event: 'said', payload: '{"a":"ü"}' };

  test('of version 2.0.0 is bytes with all lengths in bytes', () => {
    const { data, isBinary } = encode({ ...message, topic: 'größe', meta: '{"id":"1"}' });
    expect(isBinary).toBe(true);
    expect([...data.subarray(0, 5)]).toEqual([4, 16, 4, 10, 1]);
    expect(data.subarray(5).toString()).toBe('realtime:größesaid{"id":"1"}{"a":"ü"}');
  });

  test('of version 1.0.0 is an object, and bytes are left out', () => {
    const frame = encodeBroadcast('1.0.0', { ...message, meta: '{"id":"1"}' });
    expect(JSON.parse(frame?.data.toString() ?? '')).toEqual({
      topic: 'realtime:room',
      event: 'broadcast',
      ref: null,
      payload: { type: 'broadcast', event: 'said', payload: { a: 'ü' }, meta: { id: '1' } },
    });
    expect(encodeBroadcast('1.0.0', { ...message, payload: Buffer.from('x') })).toBeUndefined();
  });

  test('with an event that is too long for a length is text', () => {
    const { data, isBinary } = encode({ ...message, event: 'e'.repeat(256) });
    expect(isBinary).toBe(false);
    expect(JSON.parse(data.toString())).toMatchObject([null, null, 'realtime:room', 'broadcast', {}]);
  });

  test('any topic and event arrive unchanged in a message', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (topic, event) => {
        const { data } = encodeMessage('2.0.0', { joinRef: '1', ref: null, topic, event, payload: '{}' });
        expect(JSON.parse(data.toString())).toEqual(['1', null, topic, event, {}]);
      }),
    );
  });
});
