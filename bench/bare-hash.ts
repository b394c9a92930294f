/**
 * The price of a password check itself: bcrypt at the cost the backend uses, in a process that does nothing else. Started by
 * sign-in.ts; is told how long to go on and how many checks to run at once, and answers with CPU milliseconds for one.
 */
import { hash, verify } from '@node-rs/bcrypt';

const cost = 10;
const password = 'correct horse battery staple';
const known = await hash(password, cost);

process.on('message', async ({ seconds, atOnce }: { seconds: number; atOnce: number }) => {
  const end = performance.now() + seconds * 1000;
  const before = process.cpuUsage();
  let checked = 0;
  const repeat = async () => {
    do {
      if (!(await verify(password, known))) throw new Error('bcrypt refused a password that is right.');
      checked++;
    } while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: atOnce }, repeat));
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / 1000 / checked);
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
