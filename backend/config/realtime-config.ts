import type { TomlSection } from './toml-section.ts';

/** The `[realtime]` table of config.toml. All limits are for one process. */
export interface RealtimeConfig {
  enabled: boolean;
  /** Channels that no policy protects are refused. */
  privateOnly: boolean;
  maxSockets: number;
  maxChannelsPerSocket: number;
  maxJoinsPerSecond: number;
  /** Of one socket. */
  maxMessagesPerSecond: number;
  maxPresencePerSecond: number;
  maxPayloadBytes: number;
}

/** The limits of Supabase's Pro plan, except for the sockets. */
export const defaultRealtime: RealtimeConfig = {
  enabled: true,
  privateOnly: false,
  maxSockets: 10_000,
  maxChannelsPerSocket: 100,
  maxJoinsPerSecond: 500,
  maxMessagesPerSecond: 500,
  maxPresencePerSecond: 1000,
  maxPayloadBytes: 3_000_000,
};

export function readRealtimeSection(section: TomlSection): RealtimeConfig {
  const limit = (key: string, value: number) => section.integer(key, value, { least: 1 });
  section.ignore('ip_version', 'max_header_length');
  return {
    enabled: section.boolean('enabled', true),
    privateOnly: section.boolean('private_only', false),
    maxSockets: limit('max_sockets', defaultRealtime.maxSockets),
    maxChannelsPerSocket: limit('max_channels_per_socket', defaultRealtime.maxChannelsPerSocket),
    maxJoinsPerSecond: limit('max_joins_per_second', defaultRealtime.maxJoinsPerSecond),
    maxMessagesPerSecond: limit('max_messages_per_second', defaultRealtime.maxMessagesPerSecond),
    maxPresencePerSecond: limit('max_presence_per_second', defaultRealtime.maxPresencePerSecond),
    maxPayloadBytes: limit('max_payload_kb', defaultRealtime.maxPayloadBytes / 1000) * 1000,
  };
}
