import { expect, test } from 'vitest';
import { composePlainMail } from './compose-plain-mail.ts';

const mail = {
  headers: { From: 'door@porchlight.test', To: 'ann@porchlight.test', Subject: 'Your code' },
  text: 'Your code:\n\n    271828\n',
  html: '<p>Your code:\n<b>271828</b></p>\n',
};

test('a mail in ASCII is written as it is, in two parts with line ends of the protocol', () => {
  const source = composePlainMail(mail) ?? '';
  const boundary = /boundary="(.+)"/.exec(source)?.[1];
  expect(source.replaceAll(boundary ?? '?', 'BOUNDARY').split('\r\n')).toEqual([
    'From: door@porchlight.test',
    'To: ann@porchlight.test',
    'Subject: Your code',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="BOUNDARY"',
    '',
    '--BOUNDARY',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 7bit',
    '',
    'Your code:',
    '',
    '    271828',
    '',
    '--BOUNDARY',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: 7bit',
    '',
    '<p>Your code:',
    '<b>271828</b></p>',
    '',
    '--BOUNDARY--',
    '',
  ]);
});

test.each([
  ['another letter in a header', { headers: { ...mail.headers, Subject: 'Grüße' } }],
  ['a header that has to be folded', { headers: { ...mail.headers, Subject: 'word '.repeat(20) } }],
  ['a header that would end its line', { headers: { ...mail.headers, Subject: 'a\r\nBcc: b@example.com' } }],
  ['another letter in the text', { text: 'Für dich' }],
  ['another letter in the HTML', { html: '<p>“271828”</p>' }],
  ['a control character', { text: 'a\0b' }],
  ['a line that is too long', { html: 'a'.repeat(998) }],
])('a mail with %s is left to the library', (_name, change) => {
  expect(composePlainMail({ ...mail, ...change })).toBeUndefined();
});
