import { expect, test } from 'vitest';
import { ListFault } from './list-fault.ts';
import { sendUnsent } from './send-unsent.ts';
import type { UnsentAction } from './unsent-actions.ts';

const vote = (list: string, given: 'yes' | 'no'): UnsentAction => ({
  list,
  user: 'me',
  id: crypto.randomUUID(),
  since: 0,
  action: { kind: 'vote', name: 'Emma', given: { vote: given }, at: 0 },
});

test('a list that is opened again waits for what its previous instance still sends, and sends nothing twice', async () => {
  const landed: string[] = [];
  const { promise: slow, resolve: arrive } = Promise.withResolvers<void>();
  const yes = vote('ours', 'yes');
  const before = sendUnsent(yes, async () => {
    await slow;
    landed.push('yes');
  });
  const again = sendUnsent(yes, async () => void landed.push('yes again'));
  const after = sendUnsent(vote('ours', 'no'), async () => void landed.push('no'));
  // Another list need not wait.
  await sendUnsent(vote('another', 'no'), async () => void landed.push('elsewhere'));
  arrive();
  await Promise.all([before, again, after]);
  expect(landed).toEqual(['elsewhere', 'yes', 'no']);
});

test('an action without a connection is sent again, and a refused one is not', async () => {
  const tries: string[] = [];
  const fail = (message: string, isOffline: boolean) => async () => {
    tries.push(message);
    throw new ListFault(message, { isOffline });
  };
  const [unreached, refused] = [vote('third', 'yes'), vote('third', 'no')];
  await expect(sendUnsent(unreached, fail('offline', true))).rejects.toThrow('offline');
  await expect(sendUnsent(refused, fail('no', false))).rejects.toThrow('no');
  await sendUnsent(unreached, async () => void tries.push('again'));
  await sendUnsent(refused, async () => void tries.push('never'));
  expect(tries).toEqual(['offline', 'no', 'again']);
});
