import { Decoder, Stream } from '@garmin/fitsdk';
import type { Run } from '../run.ts';
import { RunFileError } from '../run-file-error.ts';
import { updateCrc16 } from './crc16.ts';
import { finishIncomplete } from './finish-incomplete.ts';
import { FitCollector, wantedFields } from './fit-collector.ts';
import { damagedFit, splitFit } from './fit-frames.ts';
import type { Limits } from './limits.ts';

const crcStep = 256 * 1024;

/** Decodes a FIT file by Garmin's own SDK, in batches. `yieldToEventLoop` is called between two. */
export async function readFit(
  bytes: Uint8Array<ArrayBuffer>,
  limits: Limits,
  yieldToEventLoop: () => Promise<void> | undefined,
): Promise<Run[]> {
  const collector = new FitCollector(limits);
  let at = 0;
  // Files may be put one after the other; what follows the last one is padding.
  while (at === 0 || isFit(bytes.subarray(at, at + 12))) {
    const { data, end, damage } = await openFit(bytes.subarray(at), yieldToEventLoop);
    try {
      for (const batch of splitFit(data, wantedFields)) {
        decodeBatch(batch, collector);
        await yieldToEventLoop();
      }
      if (damage) throw damage;
    } catch (error) {
      return finishIncomplete(() => collector.finish(), damage ?? error);
    }
    at += end;
  }
  return collector.finish();
}

export function isFit(head: Uint8Array): boolean {
  return (head[0] === 12 || head[0] === 14) && String.fromCharCode(...head.subarray(8, 12)) === '.FIT';
}

/** The data of the first file in `bytes`, where that file ends, and what is wrong with it. */
async function openFit(bytes: Uint8Array, yieldToEventLoop: () => Promise<void> | undefined) {
  if (!isFit(bytes)) throw damagedFit();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerSize = view.getUint8(0);
  const dataEnd = headerSize + view.getUint32(4, true);
  const isUnfinished = dataEnd === headerSize;
  if (isUnfinished || dataEnd + 2 > bytes.length) {
    const message = isUnfinished
      ? 'This FIT file was never finished: the watch did not save the recording.'
      : 'This FIT file ends in the middle.';
    const rest = bytes.subarray(headerSize, isUnfinished ? bytes.length : dataEnd);
    return { data: rest, end: bytes.length, damage: new RunFileError('damaged', message) };
  }
  let crc = 0;
  for (let from = 0; from < dataEnd; from += crcStep) {
    crc = updateCrc16(crc, bytes.subarray(from, Math.min(dataEnd, from + crcStep)));
    await yieldToEventLoop();
  }
  const isRight = crc === view.getUint16(dataEnd, true);
  const damage = isRight
    ? undefined
    : new RunFileError('damaged', 'This FIT file is damaged: its checksum is wrong.');
  return { data: bytes.subarray(headerSize, dataEnd), end: dataEnd + 2, damage };
}

function decodeBatch(batch: Uint8Array<ArrayBuffer>, collector: FitCollector): void {
  let failure: unknown;
  const onMessage = (number: number, message: object) => {
    try {
      collector.add(number, message);
    } catch (error) {
      failure ??= error;
    }
  };
  const { errors } = new Decoder(Stream.fromArrayBuffer(batch.buffer)).read({
    mesgListener: onMessage,
    dataOnly: true,
    expandComponents: false,
    mergeHeartRates: false,
    convertDateTimesToDates: false,
  });
  if (failure) throw failure;
  if (errors.length > 0) throw damagedFit(errors[0]);
}
