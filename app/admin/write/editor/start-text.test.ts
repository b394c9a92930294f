import { describe, expect, test } from 'vitest';
import type { OpenedFile } from '../content-data.ts';
import { findStartText } from './start-text.ts';

const opened: OpenedFile = {
  entry: { file: 'a.md', kind: 'page', title: 'A', changedAt: '2026-01-01T00:00:00Z', faults: [] },
  text: 'saved',
  hash: 'h2',
  others: [],
};
const draft = { text: 'typed', baseHash: 'h2', savedAt: '2026-01-02T00:00:00Z' };

describe('the editor begins', () => {
  test('with the file', () =>
    expect(findStartText(opened, undefined)).toEqual({
      text: 'saved',
      base: { text: 'saved', hash: 'h2' },
      stored: 'saved',
    }));

  test('with the draft on the server', () =>
    expect(findStartText({ ...opened, draft }, undefined)).toMatchObject({
      text: 'typed',
      base: { text: 'saved', hash: 'h2' },
      draftSavedAt: draft.savedAt,
    }));

  test('with the base of a draft that is older than the file, so that a save is a merge', () => {
    const old = { ...draft, baseHash: 'h1', base: 'before' };
    expect(findStartText({ ...opened, draft: old }, undefined).base).toEqual({ text: 'before', hash: 'h1' });
    expect(findStartText({ ...opened, draft: { ...draft, baseHash: 'h1' } }, undefined).base).toEqual({
      text: '',
      hash: 'h1',
    });
  });

  test('with the text of this browser where it is newer than the draft', () => {
    const kept = { text: 'kept', baseHash: 'h2', savedAt: '2026-01-03T00:00:00Z' };
    expect(findStartText({ ...opened, draft }, kept)).toMatchObject({ text: 'kept', stored: 'typed' });
    const older = { ...kept, savedAt: '2026-01-01T00:00:00Z' };
    expect(findStartText({ ...opened, draft }, older).text).toBe('typed');
  });
});
