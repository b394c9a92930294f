/** Who has come to a topic and who has left it, as processes tell each other. */
export interface PresenceChange {
  /** Without the prefix `realtime:`. */
  topic: string;
  /** Public and private channels of the same topic are two channels. */
  private: boolean;
  joins: PresenceEntry[];
  leaves: Pick<PresenceEntry, 'key' | 'ref'>[];
}

export interface PresenceEntry {
  key: string;
  ref: string;
  /** JSON text. */
  meta: string;
}
