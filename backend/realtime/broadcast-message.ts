/** A broadcast on its way to the subscribers of a topic. */
export interface BroadcastMessage {
  /** Without the prefix `realtime:`. */
  topic: string;
  /** Public and private channels of the same topic are two channels. */
  private: boolean;
  event: string;
  /** JSON text, or bytes. */
  payload: string | Uint8Array;
  /** The row of realtime.messages, and whether it is sent again from there. JSON text. */
  meta?: string;
}
