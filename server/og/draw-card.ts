/** Draws the picture of a page. The drawing library and the fonts are loaded with the first picture. */
import { formatDay } from '../../app/format/day.ts';
import type { Card } from './card.ts';
import { createToDrawable, type ToDrawable } from './drawable-text.ts';
import { unpackFonts } from './font-files.ts';
import { colours, scene } from './scene.ts';
import { type CreatePicture, drawText, type TextPicture, type TextStyle } from './text-picture.ts';

export type DrawCard = (card: Card) => Promise<Buffer>;

const left = 84;
const title = { sizes: [88, 76, 66, 58, 50], width: 1020, height: 262, top: 178 };

/** `fontFolder`: where the fonts are unpacked. */
export async function createDrawCard(fontFolder: string): Promise<DrawCard> {
  const { default: sharp } = await import('sharp');
  // Finished pictures are kept as files.
  sharp.cache(false);
  const fonts = await unpackFonts(fontFolder);
  // A font is known to the process once a text was drawn with its file.
  for (const fontfile of fonts.files) await sharp({ text: { text: 'a', fontfile } }).toBuffer();
  const toDrawable = createToDrawable(sharp, fonts);

  return async function drawCard(card) {
    const layers = await drawWords(sharp, toDrawable, card);
    return sharp(Buffer.from(scene)).composite(layers).removeAlpha().png({ compressionLevel: 6 }).toBuffer();
  };
}

interface Layer {
  input: Buffer;
  left: number;
  top: number;
}

async function drawWords(create: CreatePicture, toDrawable: ToDrawable, card: Card): Promise<Layer[]> {
  const siteName = await toDrawable(card.siteName);
  const words = card.title === card.siteName ? undefined : await toDrawable(card.title);
  // A title that cannot be drawn: the picture is that of the site.
  const heading = words ?? siteName;
  const layers: Layer[] = [];
  const add = (picture: TextPicture, top: number) => layers.push({ input: picture.data, left, top });
  if (words !== undefined && siteName !== undefined) {
    const name = await drawText(create, siteName, { size: 34, colour: colours.soft, width: 800 });
    layers.push({ input: name.data, left: left + 58, top: 134 - name.height });
  }
  if (heading === undefined) return layers;
  const drawn = await drawTitle(create, heading);
  add(drawn, title.top);
  const isOwn = words !== undefined || card.title === card.siteName;
  const below = title.top + drawn.height + 34;
  const description = isOwn ? await toDrawable(card.description) : undefined;
  if (description !== undefined) await addDescription(description);
  const day = card.date === undefined ? undefined : await toDrawable(formatDay(card.date, card.language));
  if (isOwn && day !== undefined)
    add(await drawText(create, day, { size: 24, colour: colours.lamp, width: 600 }), 548);
  return layers;

  /** In the space that the title leaves. */
  async function addDescription(text: string): Promise<void> {
    const style = { size: 30, colour: colours.soft, width: below < 380 ? 900 : 640, lineHeight: 0.9 };
    const picture = await drawWithin(create, text, style, Math.min(130, 524 - below));
    if (picture) add(picture, below);
  }
}

/** As large as fits into its space; what is too long in the smallest size is cut. */
async function drawTitle(create: CreatePicture, text: string): Promise<TextPicture> {
  const { sizes, width, height } = title;
  const smallest = sizes.at(-1) ?? 50;
  for (const size of sizes) {
    // Half of the size is the width of an average letter: sizes that are far too large are not tried.
    if (size !== smallest && (text.length * size * 0.42 * size) / width > height) continue;
    const picture = await drawText(create, text, titleStyle(size));
    if (picture.height <= height) return balance(create, text, titleStyle(size), picture);
  }
  return (
    (await drawWithin(create, text, titleStyle(smallest), height)) ??
    drawText(create, '…', titleStyle(smallest))
  );
}

/** Lines of about the same length: a narrower text of the same height, if there is one. */
async function balance(
  create: CreatePicture,
  text: string,
  style: TextStyle,
  wide: TextPicture,
): Promise<TextPicture> {
  if (wide.height < style.size * 1.5) return wide;
  for (const part of [0.55, 0.7, 0.85]) {
    const narrow = await drawText(create, text, { ...style, width: Math.round(style.width * part) });
    // A line with a letter that hangs lower is a few pixels higher.
    if (narrow.height < wide.height + style.size / 2) return narrow;
  }
  return wide;
}

function titleStyle(size: number): TextStyle {
  return { size, colour: colours.ink, width: title.width, lineHeight: 0.76, spacing: size * -0.02 };
}

/** The beginning of a text that fits into a height, with an ellipsis where it was cut. Undefined: not one line fits. */
async function drawWithin(
  create: CreatePicture,
  text: string,
  style: TextStyle,
  height: number,
): Promise<TextPicture | undefined> {
  let shown = text;
  while (shown !== '') {
    const picture = await drawText(create, shown === text ? text : `${shown}…`, style);
    if (picture.height <= height) return picture;
    const kept = Math.min(0.9, (height / picture.height) * 1.05);
    const cut = [...shown].slice(0, Math.floor([...shown].length * kept)).join('');
    // At a space, unless the text is one long word.
    shown = (cut.replace(/\s+\S*$/, '') || cut).replace(/[\s,;:.–—-]+$/, '');
    if (height < style.size) return undefined;
  }
  return undefined;
}
