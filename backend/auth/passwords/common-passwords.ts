import { readFile } from 'node:fs/promises';

const list = new URL('./data/common-passwords.txt', import.meta.url);

/** Whether a password is among the most common ones, ignoring case. The list is read at the first call. */
export function createCommonPasswords(): (password: string) => Promise<boolean> {
  let reading: Promise<Set<string>> | undefined;
  return async (password) => {
    reading ??= readFile(list, 'utf8').then((text) => new Set(text.split('\n')));
    const passwords = await reading.catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return password !== '' && passwords.has(password.toLowerCase());
  };
}
