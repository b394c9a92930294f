/** A content folder for one test: written from a list of files, opened, and removed when the test ends. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type Content,
  type ContentChange,
  type ContentOptions,
  openContent,
} from '../../../markdown/open-content.ts';

export interface TestContent {
  content: Content;
  folder: string;
  cacheFolder: string;
  /** What was logged, as `level: message`. */
  log: string[];
  save(file: string, text: string | Uint8Array): void;
  /** Runs an action and waits until the content announces a change, or one that is meant. */
  changeBy(action: () => void, isMeant?: (change: ContentChange) => boolean): Promise<ContentChange>;
}

export type Files = Record<string, string | Uint8Array>;

/** Takes what has to be closed; by default it is closed when the test ends. */
export type OnEnd = (close: () => void | Promise<void>) => void;

export function createTestFolder(files: Files, onEnd: OnEnd = onTestFinished): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'porchlight-content-')));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'content'));
  for (const [file, text] of Object.entries(files)) saveIn(join(folder, 'content'), file, text);
  return folder;
}

function saveIn(folder: string, file: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

export async function openTestContent(
  files: Files,
  options: Partial<ContentOptions> = {},
  onEnd: OnEnd = onTestFinished,
): Promise<TestContent> {
  const place = createTestFolder(files, onEnd);
  const folder = options.folder ?? join(place, 'content');
  const cacheFolder = options.cacheFolder ?? join(place, 'cache');
  const log: string[] = [];
  const content = await openContent({
    folder,
    cacheFolder,
    watch: false,
    log: ({ level, message }) => log.push(`${level}: ${message}`),
    ...options,
  });
  onEnd(() => content.close());
  return {
    content,
    folder,
    cacheFolder,
    log,
    save: (file, text) => saveIn(folder, file, text),
    changeBy(action, isMeant = () => true) {
      const seen = new Promise<ContentChange>((resolve) => {
        const stop = content.onChange((change) => {
          if (!isMeant(change)) return;
          stop();
          resolve(change);
        });
      });
      action();
      return seen;
    },
  };
}
