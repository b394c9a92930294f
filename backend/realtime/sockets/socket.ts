/** One WebSocket of a client, with its channels. */
import type { WebSocket } from 'ws';
import { Channel, type ChannelSocket } from '../channels/channel.ts';
import { topicPrefix } from '../channels/join-channel.ts';
import {
  type ClientMessage,
  decodeBinary,
  decodeText,
  type ProtocolVersion,
} from '../frames/client-message.ts';
import { encodeMessage, type Frame } from '../frames/server-message.ts';
import { createRate, type Rate } from '../rate.ts';
import type { RealtimeService } from '../service.ts';
import type { Connected } from './connect.ts';

/** A client that reads nothing must not fill the memory. */
const slowBytes = 1_000_000;
const slowMs = 10_000;
const maxBufferedBytes = 16_000_000;
/** Clients send a heartbeat every 25 to 30 seconds. */
const silentMs = 60_000;

export class RealtimeSocket implements ChannelSocket {
  readonly version: ProtocolVersion;
  readonly key: Connected['key'];
  readonly messages: Rate;
  readonly channels = new Map<string, Channel>();
  readonly #service: RealtimeService;
  readonly #socket: WebSocket;
  #heardAt: number;
  #slowSince: number | undefined;

  constructor(service: RealtimeService, socket: WebSocket, { version, key }: Connected) {
    this.version = version;
    this.key = key;
    this.messages = createRate(service.config.maxMessagesPerSecond);
    this.#service = service;
    this.#socket = socket;
    this.#heardAt = service.now();
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#receive(data, isBinary));
    socket.on('ping', () => {
      this.#heardAt = service.now();
    });
    // It is followed by `close`.
    socket.on('error', () => {});
    socket.on('close', () => {
      for (const channel of [...this.channels.values()]) channel.close();
    });
  }

  send({ data, isBinary }: Frame): void {
    if (this.#socket.bufferedAmount > maxBufferedBytes) this.#socket.terminate();
    else this.#socket.send(data, { binary: isBinary });
  }

  /** Called every second: the client is gone, does not read, or has tokens that have expired. */
  check(nowMs: number): void {
    if (this.#socket.bufferedAmount > slowBytes) this.#slowSince ??= nowMs;
    else this.#slowSince = undefined;
    const isSlow = this.#slowSince !== undefined && nowMs - this.#slowSince > slowMs;
    if (isSlow || nowMs - this.#heardAt > silentMs) this.#socket.terminate();
    else for (const channel of this.channels.values()) channel.checkExpiry(nowMs / 1000);
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#heardAt = this.#service.now();
    try {
      const message = isBinary ? this.#decodeBytes(data) : decodeText(this.version, data.toString());
      if (message) this.#handle(message);
    } catch (error) {
      // Nested too deeply to be written again, for example.
      this.#service.log({
        level: 'warn',
        message: 'A message of a realtime client was dropped.',
        error: String(error),
      });
    }
  }

  #decodeBytes(data: Buffer): ClientMessage | undefined {
    return this.version === '2.0.0' ? decodeBinary(data) : undefined;
  }

  #handle(message: ClientMessage): void {
    const { topic, event, joinRef } = message;
    if (topic === 'phoenix') {
      if (event === 'heartbeat') this.#reply(message, 'ok');
      return;
    }
    const channel = this.channels.get(topic);
    if (event === 'phx_join' && topic.startsWith(topicPrefix)) this.#join(message, channel);
    else if (channel && (joinRef === null || joinRef === channel.joinRef)) channel.receive(message);
    // The answer to a message of an earlier join; it changes nothing.
    else if (event === 'phx_leave') this.#reply(message, 'ok');
    else this.#reply(message, 'error', { reason: 'unmatched topic' });
  }

  #join(message: ClientMessage, before: Channel | undefined): void {
    const { config, joins } = this.#service;
    if (!joins.take(this.#service.now())) {
      this.#refuse(message, 'ClientJoinRateLimitReached: Too many joins per second');
      this.close(1008, 'Too many joins per second');
      return;
    }
    if (!before && this.channels.size >= config.maxChannelsPerSocket) {
      this.#refuse(message, 'ChannelRateLimitReached: Too many channels');
      return;
    }
    before?.leave();
    const { topic } = message;
    const channel: Channel = new Channel(this.#service, this, message, (closed) => {
      if (this.channels.get(topic) === closed) this.channels.delete(topic);
    });
    this.channels.set(topic, channel);
  }

  #refuse(message: ClientMessage, reason: string): void {
    this.#reply(message, 'error', { reason });
  }

  #reply(
    { joinRef, ref, topic }: ClientMessage,
    status: 'ok' | 'error',
    response: Record<string, string> = {},
  ): void {
    const payload = JSON.stringify({ status, response });
    this.send(encodeMessage(this.version, { joinRef, ref, topic, event: 'phx_reply', payload }));
  }
}
