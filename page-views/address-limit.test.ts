import { expect, test } from 'vitest';
import { createAddressLimit, networkOf } from './address-limit.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::7', '2001:db8:0:0'],
  ['2001:db8:1:2:3::', '2001:db8:1:2'],
  ['2001:db8:1::2:3', '2001:db8:1:0'],
  ['::ffff:203.0.113.9', '0:0:0:0'],
  ['172.32.0.1', '172.32.0.1'],
  ['172.31.255.255', undefined],
  ['fdff::1', undefined],
  ['febf::1', undefined],
  ['fec0::1', 'fec0:0:0:0'],
  ['', undefined],
  ['1.2.3.4:80', undefined],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('with more visitors than are remembered the day starts again, and a known visitor is never rejected', () => {
  const limit = createAddressLimit(() => 0);
  const office = (number: number) => limit.isCrowded('2026-11-15', '203.0.113.9', `office ${number}`);
  for (let number = 0; number < 50; number++) expect(office(number)).toBe(false);
  expect(office(50)).toBe(true);
  for (let number = 0; number < 2 ** 18; number++)
    limit.isCrowded('2026-11-15', `23.${number >> 16}.${(number >> 8) & 255}.${number & 255}`, `v${number}`);
  for (let number = 0; number < 50; number++) expect(office(number)).toBe(false);
});
