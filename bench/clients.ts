import { createHttpClient, type HttpClient } from './http-client.ts';

export interface Clients<State> {
  /** Each client repeats the step, one request in flight at a time, until the time is over. Returns how many were answered. */
  run(
    atOnce: number,
    seconds: number,
    step: (client: HttpClient, state: State) => Promise<void>,
  ): Promise<number>;
  close(): void;
}

/** Clients, each with its own keep-alive connection and state. */
export function createClients<State>(port: number, states: State[]): Clients<State> {
  const all = states.map((state) => ({ state, client: createHttpClient(port) }));
  return {
    async run(atOnce, seconds, step) {
      const end = performance.now() + seconds * 1000;
      let answered = 0;
      const repeat = async ({ client, state }: (typeof all)[number]) => {
        do {
          await step(client, state);
          answered++;
        } while (performance.now() < end);
      };
      await Promise.all(all.slice(0, atOnce).map(repeat));
      return answered;
    },
    close() {
      for (const { client } of all) client.close();
    },
  };
}
