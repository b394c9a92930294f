import { expect, it } from 'vitest';
import { explainFileFault } from './file-faults.ts';

const fault = (code: string) => Object.assign(new Error(code), { code, syscall: 'open', path: '/nowhere/x' });

it.each([
  ['EROFS', /^\/nowhere is on a disk that is read-only\. Make it writable, or set DATA_DIR/],
  ['EACCES', /^\/nowhere may not be used by this user\. Change its owner/],
  ['EPERM', /^\/nowhere may not be used by this user\. Change its owner/],
  ['ENOSPC', /^The disk that holds \/nowhere is full\. Make room there/],
  ['EDQUOT', /^The disk that holds \/nowhere is full/],
  ['ENOTDIR', /^\/nowhere\/x cannot be made: a file is in the place of a folder/],
])('%s is explained with a fix', (code, sentence) => {
  expect(explainFileFault(fault(code))).toMatch(sentence);
});

it('other errors are not explained', () => {
  expect(explainFileFault(fault('EMFILE'))).toBeUndefined();
  expect(explainFileFault(new Error('EROFS'))).toBeUndefined();
  expect(explainFileFault('EROFS')).toBeUndefined();
});
