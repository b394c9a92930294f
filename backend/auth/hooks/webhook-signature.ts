import { createHmac } from 'node:crypto';

/**
 * The headers of Standard Webhooks. There is a signature for each key, so that a hook may have the old or the new one during a
 * rotation.
 */
export function signatureHeaders(
  keys: readonly Buffer[],
  message: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
