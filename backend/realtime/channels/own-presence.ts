/** The presence of one channel, as its client sets it. */
import { type ClientMessage, isObject } from '../frames/client-message.ts';
import { createRate } from '../rate.ts';
import type { RealtimeService } from '../service.ts';
import type { Presence, Present } from '../topics/presence.ts';

/** The reply to a call, or the reason to end the channel. */
export type PresenceAnswer = { status: 'ok' } | { status: 'error'; reason?: string } | { ends: string };

const limit = { calls: 5, windowMs: 30_000 };

export class OwnPresence {
  readonly #service: Pick<RealtimeService, 'config' | 'presenceCalls' | 'now'>;
  readonly #presence: Presence;
  readonly #key: string;
  readonly #calls = createRate(limit.calls, limit.windowMs);
  #present: Present | undefined;
  #tracked: string | undefined;

  constructor(
    service: Pick<RealtimeService, 'config' | 'presenceCalls' | 'now'>,
    presence: Presence,
    key: string,
  ) {
    this.#service = service;
    this.#presence = presence;
    this.#key = key;
  }

  isTracked(): boolean {
    return this.#present !== undefined;
  }

  answer({ payload }: ClientMessage, mayWrite: boolean): PresenceAnswer {
    if (!isObject(payload) || typeof payload.event !== 'string') return { status: 'ok' };
    if (!this.#calls.take(this.#service.now())) return { ends: 'Client presence rate limit exceeded' };
    const event = payload.event.toLowerCase();
    if (event === 'untrack') {
      this.untrack();
      return { status: 'ok' };
    }
    if (event !== 'track' || !mayWrite) return { status: 'error' };
    return this.#track(payload.payload ?? {});
  }

  untrack(): void {
    if (this.#present) this.#presence.untrack(this.#present);
    this.#present = undefined;
    this.#tracked = undefined;
  }

  #track(payload: unknown): PresenceAnswer {
    if (!isObject(payload)) return { status: 'error', reason: 'Presence track payload must be a map' };
    const text = JSON.stringify(payload);
    if (text === this.#tracked) return { status: 'ok' };
    if (text.length > this.#service.config.maxPayloadBytes) return { ends: 'Track message size exceeded' };
    if (!this.#service.presenceCalls.take(this.#service.now()))
      return { ends: 'Too many presence messages per second' };
    this.#present = this.#presence.track(this.#key, payload, this.#present);
    this.#tracked = text;
    return { status: 'ok' };
  }
}
