import { listsPath } from '../names-address.ts';

/** An invitation has its token in the fragment, which browsers send to no server. */
export function findInvitation(hash: string): string | undefined {
  return /^#join=([0-9a-f]{16,128})$/.exec(hash)?.[1];
}

export function toInvitationHash(token: string): string {
  return `#join=${token}`;
}

export function toInvitationLink(token: string): string {
  return location.origin + listsPath + toInvitationHash(token);
}
