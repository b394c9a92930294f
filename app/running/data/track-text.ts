import { emptyTrack, type Track } from '../../../running/run.ts';
import { unpackTrack } from '../../../running/track/pack-track.ts';

/** Throws a RangeError when the text is not a packed track. */
export function parseTrackText(text: string): Track {
  if (text === '') return emptyTrack();
  return unpackTrack(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
}

/** `btoa` takes letters; this many bytes at a time become letters without too deep a call. */
const slice = 0x8000;

/** A packed track as the text that is stored: base64. */
export function toTrackText(bytes: Uint8Array): string {
  const letters: string[] = [];
  for (let at = 0; at < bytes.length; at += slice)
    letters.push(String.fromCharCode(...bytes.subarray(at, at + slice)));
  return btoa(letters.join(''));
}
