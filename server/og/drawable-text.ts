import type { FontFiles } from './font-files.ts';
import { type CreatePicture, drawText } from './text-picture.ts';

/**
 * Finds out which text can be drawn. Characters that the site's font does not have are drawn with a font of the system; where there is none,
 * a box would be drawn. Symbols are then left out; text with such a letter is not drawn at all.
 */
export type ToDrawable = (text: string | undefined) => Promise<string | undefined>;

/** Characters without a picture of their own, which join or vary others. */
const INVISIBLE = /[\s\p{Cf}\p{Cc}]|\p{Variation_Selector}/u;
const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** Of a symbol that is left out, nothing stays that varied it. */
const VARIATIONS = /\u200d|\p{Variation_Selector}/gu;

export function createToDrawable(create: CreatePicture, fonts: FontFiles): ToDrawable {
  const known = new Map<string, boolean>();
  const sizeOf = async (text: string) => {
    const { width, height } = await drawText(create, text, { size: 64, colour: '#fff', width: 400 });
    return `${width}x${height}`;
  };
  const boxes = new Map<number, Promise<string>>();

  /** The box of an unknown character has its number in it, in four or six digits. No character has these two numbers. */
  function boxFor(character: string): Promise<string> {
    const unknown = (character.codePointAt(0) ?? 0) > 0xffff ? 0x1fffe : 0x378;
    const box = boxes.get(unknown) ?? sizeOf(String.fromCodePoint(unknown));
    boxes.set(unknown, box);
    return box;
  }

  async function isDrawable(character: string): Promise<boolean> {
    if (INVISIBLE.test(character) || fonts.has(character.codePointAt(0) ?? 0)) return true;
    let drawable = known.get(character);
    if (drawable === undefined) {
      // Text that draws nothing, like a lone joiner, is an error.
      const size = await sizeOf(character).catch(() => '');
      drawable = size !== '' && size !== (await boxFor(character));
      known.set(character, drawable);
    }
    return drawable;
  }

  return async (text = '') => {
    let drawable = text;
    for (const character of new Set(text)) {
      if (await isDrawable(character)) continue;
      if (LETTER.test(character)) return undefined;
      drawable = drawable.replaceAll(character, '').replace(VARIATIONS, '');
    }
    return drawable.replace(/\s+/g, ' ').trim() || undefined;
  };
}
