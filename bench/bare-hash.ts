/**
 * The cost of a password check itself: the function that the backend calls, in a process that does nothing else, with the same
 * concurrency and a thread pool of the same size. Started by sign-in.ts, which sends how long to run and how many checks to run at
 * once; it answers with CPU milliseconds for one.
 */
import { createPasswords } from '../backend/auth/passwords/create-passwords.ts';

const passwords = createPasswords();
const password = 'correct horse battery staple';
const known = await passwords.hash(password);

process.on('message', async ({ seconds, atOnce }: { seconds: number; atOnce: number }) => {
  const end = performance.now() + seconds * 1000;
  const before = process.cpuUsage();
  let checked = 0;
  const repeat = async () => {
    do {
      if (!(await passwords.verify(known, password)))
        throw new Error('bcrypt refused a password that is right.');
      checked++;
    } while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: atOnce }, repeat));
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / 1000 / checked);
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
