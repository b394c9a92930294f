import { createHmac } from 'node:crypto';

/**
 * Derives an id in the form of a random UUID from a text: the same text always gives the same id, and only the holder of the
 * secret can compute it.
 */
export type PlaceholderIds = (text: string) => string;

export function createPlaceholderIds(secret: string): PlaceholderIds {
  const key = createHmac('sha256', secret).update('stand-in ids').digest();
  return (text) => {
    const hex = createHmac('sha256', key).update(text).digest('hex');
    const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4];
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}
