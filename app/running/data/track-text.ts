import { emptyTrack, type Track } from '../../../running/run.ts';
import { unpackTrack } from '../../../running/track/pack-track.ts';

/** Throws a RangeError when the text is not a packed track. */
export function parseTrackText(text: string): Track {
  if (text === '') return emptyTrack();
  return unpackTrack(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
}

const letters = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const padding = 61;

/** Encodes a packed track as base64. By hand, because `btoa` needs a string first, which is slow for a thousand tracks. */
export function toTrackText(bytes: Uint8Array): string {
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  const put = (at: number, bits: number) => {
    text[at] = letters[bits & 63] ?? padding;
  };
  let at = 0;
  for (let from = 0; from < bytes.length; from += 3, at += 4) {
    const three = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    put(at, three >> 18);
    put(at + 1, three >> 12);
    put(at + 2, three >> 6);
    put(at + 3, three);
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  if (missing > 0) text.fill(padding, text.length - missing);
  return new TextDecoder('latin1').decode(text);
}
