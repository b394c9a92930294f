/** What supabase-js gets instead of realtime in the browser: server/build/realtime-apart.ts. It passes each new token on, to no channel. */
export class RealtimeClient {
  setAuth(): void {}
}
