import { createHmac } from 'node:crypto';
import type { PlaceholderIds } from '../service/ports.ts';

export function createPlaceholderIds(secret: string): PlaceholderIds {
  const key = createHmac('sha256', secret).update('stand-in ids').digest();
  return (text) => {
    const hex = createHmac('sha256', key).update(text).digest('hex');
    const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4];
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}
