import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createConcurrencyLimit } from '../../backend/http/concurrency-limit.ts';
import { HttpError } from '../http-error.ts';
import { type Card, toCardHash } from './card.ts';
import type { DrawCard } from './draw-card.ts';

export interface CardPictures {
  /** The picture of a card as PNG: from its file, or drawn. */
  get(card: Card): Promise<Uint8Array<ArrayBuffer>>;
}

const maxWaiting = 100;

/** Keeps pictures as files in a folder. One is drawn at a time, so that a crawler does not take the processor from the visitors. */
export function createCardPictures(folder: string): CardPictures {
  const limit = createConcurrencyLimit({
    maxRunning: 1,
    queue: {
      maxWaiting,
      busy: () => new HttpError(503, 'Too many pictures are being drawn. Try again soon.'),
    },
  });
  const drawing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  let loading: Promise<DrawCard> | undefined;

  /** A failure is not kept: the next picture tries again. */
  function loadDrawing(): Promise<DrawCard> {
    loading ??= import('./draw-card.ts')
      .then(({ createDrawCard }) => createDrawCard(join(folder, 'fonts')))
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
    return loading;
  }

  async function draw(card: Card, file: string): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(await (await loadDrawing())(card));
    // Without room on the disk the picture is still sent.
    await keep(file, bytes).catch(() => {});
    return bytes;
  }

  return {
    async get(card) {
      const name = toCardHash(card);
      const file = join(folder, `${name}.png`);
      const known = await readFile(file).catch(() => undefined);
      if (known) return new Uint8Array(known);
      let picture = drawing.get(name);
      if (!picture) {
        picture = limit(() => draw(card, file)).finally(() => drawing.delete(name));
        drawing.set(name, picture);
      }
      return picture;
    },
  };
}

/** A file with this name is always whole. */
async function keep(file: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  try {
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(unfinished, bytes);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
