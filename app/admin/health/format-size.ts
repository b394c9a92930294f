import { formatNumber } from '../../format/count.ts';

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `1.2 GB`, in steps of 1,000 as disks are sold. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let value = bytes;
  let unit = 0;
  // Rounded first, so that 999,999 bytes are 1 MB and not 1,000 kB.
  while (Number(value.toPrecision(3)) >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${formatNumber(value, 'en', unit > 0 && value < 10 ? 1 : 0)} ${units[unit]}`;
}

/** `0.4 ms`, `12 ms`, `1.5 s`. */
export function formatMs(ms: number): string {
  if (ms >= 1000) return `${formatNumber(ms / 1000, 'en', 1)} s`;
  return `${formatNumber(ms, 'en', ms < 10 ? 1 : 0)} ms`;
}
