import { expect, test } from 'vitest';
import { packTrack } from '../../../running/track/pack-track.ts';
import { trackOfSpeeds } from '../../../tests/harness/running/recording.ts';
import { parseTrackText, toTrackText } from './track-text.ts';

test.each([0, 1, 2, 3, 4, 70_000, 70_001])('%i bytes become standard base64', (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 37) & 255);
  expect(toTrackText(bytes)).toBe(Buffer.from(bytes).toString('base64'));
});

test('a track is decoded from its text', () => {
  const track = trackOfSpeeds([3, 3, 3]);
  const packed = packTrack(track);
  expect(packTrack(parseTrackText(toTrackText(packed)))).toEqual(packed);
});
