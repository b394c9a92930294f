/** The checks of a join, in the order of upstream: what a process can tell first, then the token, then the policies. */
import { CallerError } from '../../identity/read-caller.ts';
import type { BroadcastMessage } from '../broadcast-message.ts';
import { type RealtimeCaller, RealtimeRefusal } from '../caller.ts';
import type { ChannelRights } from '../rights.ts';
import type { RealtimeService } from '../service.ts';
import type { JoinConfig } from './join-config.ts';

export const topicPrefix = 'realtime:';
/** Frames write the length of a topic in one byte. */
const maxTopicBytes = 255;
const defaultReplayed = 25;

const publicRights: ChannelRights = {
  broadcast: { read: true, write: true },
  presence: { read: true, write: true },
};

export interface JoinedAs {
  caller: RealtimeCaller;
  rights: ChannelRights;
  replayed: BroadcastMessage[];
}

/** The topic without its prefix. */
function readTopicName(topic: string): string {
  const name = topic.slice(topicPrefix.length);
  if (name === '') throw new RealtimeRefusal('TopicNameRequired', 'You must provide a topic name');
  if (Buffer.byteLength(topic) > maxTopicBytes)
    throw new RealtimeRefusal('TopicNameTooLong', `A topic has at most ${maxTopicBytes} bytes`);
  if (name.includes('\0'))
    throw new RealtimeRefusal('TopicNameInvalid', 'A topic must not contain the character NUL');
  return name;
}

export async function joinChannel(
  service: RealtimeService,
  topic: string,
  config: JoinConfig,
  key: RealtimeCaller,
): Promise<JoinedAs> {
  if (service.isClosing()) throw restarting();
  if (service.config.privateOnly && !config.private)
    throw new RealtimeRefusal('PrivateOnly', 'This project only allows private channels');
  const name = readTopicName(topic);
  const { caller, rights } = await readCallerRights(service, name, config, key);
  const replayed = await readReplayed(service, name, config, rights);
  await service.whenHearing();
  return { caller, rights, replayed };
}

/** The caller of a token, and what it may do on the channel. Throws when it may read nothing. */
export async function readCallerRights(
  service: RealtimeService,
  name: string,
  config: Pick<JoinConfig, 'token' | 'private'>,
  key: RealtimeCaller,
): Promise<Pick<JoinedAs, 'caller' | 'rights'>> {
  const { token } = config;
  const caller = token === undefined || token.startsWith('sb_') ? key : service.identifyCaller(token);
  if (!config.private) return { caller, rights: publicRights };
  const rights = await service.readRights(caller, name).catch((error: unknown) => {
    throw toRefusal(service, error);
  });
  if (!rights.broadcast.read && !rights.presence.read) throw mayNotRead(name);
  return { caller, rights };
}

export function restarting(): RealtimeRefusal {
  return new RealtimeRefusal('RealtimeRestarting', 'Realtime is restarting, please standby');
}

async function readReplayed(
  service: RealtimeService,
  name: string,
  { replay, ...config }: JoinConfig,
  rights: ChannelRights,
): Promise<BroadcastMessage[]> {
  if (replay === undefined) return [];
  if (!config.private)
    throw new RealtimeRefusal('UnableToReplayMessages', 'Replay is not allowed for public channels');
  if (!rights.broadcast.read) throw mayNotRead(name);
  const { since, limit = defaultReplayed } = replay;
  if (!isTime(since) || !Number.isInteger(limit))
    throw new RealtimeRefusal('UnableToReplayMessages', 'Replay params are not valid');
  return service.readReplay(name, { since, limit: Number(limit) }).catch((error: unknown) => {
    service.log({ level: 'error', message: 'Messages could not be replayed.', error: String(error) });
    throw new RealtimeRefusal('UnableToReplayMessages', 'Realtime was unable to replay messages');
  });
}

function isTime(value: unknown): value is number {
  return Number.isInteger(value) && !Number.isNaN(new Date(Number(value)).getTime());
}

function mayNotRead(name: string): RealtimeRefusal {
  return new RealtimeRefusal(
    'Unauthorized',
    `You do not have permissions to read from this Channel topic: ${name}`,
  );
}

function toRefusal(service: RealtimeService, error: unknown): RealtimeRefusal {
  if (error instanceof CallerError) return new RealtimeRefusal('Unauthorized', error.message);
  service.log({
    level: 'error',
    message: 'The policies of realtime.messages could not be read.',
    error: String(error),
  });
  return new RealtimeRefusal(
    'UnableToConnectToProject',
    'Realtime was unable to connect to the project database',
  );
}
