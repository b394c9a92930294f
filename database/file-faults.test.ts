import { expect, it } from 'vitest';
import { explainFileFault } from './file-faults.ts';

const fault = (code: string) => Object.assign(new Error(code), { code, syscall: 'open', path: '/data/x' });

it.each([
  ['EROFS', /^\/data\/x is on a disk that is read-only\. Make it writable, or set DATA_DIR/],
  ['EACCES', /^\/data\/x may not be used by this user\. Change its owner/],
  ['EPERM', /^\/data\/x may not be used by this user\. Change its owner/],
  ['ENOSPC', /^\/data\/x finds no room: the disk is full\. Make room there/],
  ['EDQUOT', /^\/data\/x finds no room/],
  ['ENOTDIR', /^\/data\/x cannot be made: a file is in the place of a folder/],
])('%s is told with the way out', (code, sentence) => {
  expect(explainFileFault(fault(code))).toMatch(sentence);
});

it('nothing is said about other errors', () => {
  expect(explainFileFault(fault('EMFILE'))).toBeUndefined();
  expect(explainFileFault(new Error('EROFS'))).toBeUndefined();
  expect(explainFileFault('EROFS')).toBeUndefined();
});
