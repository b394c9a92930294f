import { CrcCalculator } from '@garmin/fitsdk';
import { expect, test } from 'vitest';
import { updateCrc16 } from './crc16.ts';

test('the FIT checksum equals that of the SDK, at once and in parts', () => {
  const bytes = Uint8Array.from({ length: 3000 }, (_, at) => (at * at * 31) & 255);
  const calculator = new CrcCalculator();
  calculator.addBytes(bytes, 0, bytes.length);
  expect(updateCrc16(0, bytes)).toBe(calculator.crc);
  expect(updateCrc16(updateCrc16(0, bytes.subarray(0, 1234)), bytes.subarray(1234))).toBe(calculator.crc);
});
