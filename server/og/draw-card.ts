/** Draws the picture of a page. The drawing library and the fonts are loaded with the first picture. */
import { formatDay } from '../../app/format/day.ts';
import type { Card, CardPicture, TrendPicture } from './card.ts';
import { createToDrawable, type ToDrawable } from './drawable-text.ts';
import { drawPicture, trend, trendColours } from './drawings.ts';
import { unpackFonts } from './font-files.ts';
import { colours, createScene } from './scene.ts';
import { type CreatePicture, drawText, type TextPicture, type TextStyle } from './text-picture.ts';

export type DrawCard = (card: Card) => Promise<Buffer>;

const left = 84;

interface Layout {
  /** Of the title, the largest first. */
  sizes: number[];
  width: number;
  height: number;
  top: number;
  /** Of the description; beside a drawing it has its own place, below a page's title it follows. */
  description?: number;
}

/** Where the words are: of a page, beside a route, above a trend. */
const layouts: Record<'page' | CardPicture['kind'], Layout> = {
  page: { sizes: [88, 76, 66, 58, 50], width: 1020, height: 262, top: 178 },
  route: { sizes: [132, 112, 88], width: 560, height: 130, top: 226, description: 366 },
  trend: { sizes: [104, 88, 76, 58], width: 1020, height: 110, top: 184, description: 302 },
};

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
    const scene = createScene(card.picture && drawPicture(card.picture));
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
  const layout = layouts[card.picture?.kind ?? 'page'];
  const drawn = await drawTitle(create, heading, layout);
  add(drawn, layout.top);
  const isOwn = words !== undefined || card.title === card.siteName;
  const below = layout.description ?? layout.top + drawn.height + 34;
  const description = isOwn ? await toDrawable(card.description) : undefined;
  if (description !== undefined) await addDescription(description);
  const day = card.date === undefined ? undefined : await toDrawable(formatDay(card.date, card.language));
  if (isOwn && day !== undefined)
    add(await drawText(create, day, { size: 24, colour: colours.lamp, width: 600 }), 548);
  if (card.picture?.kind === 'trend') await addTrendWords(card.picture);
  return layers;

  /** The first and the last year below the ends of the curve; above it what two lines are. */
  async function addTrendWords({ from, to, lines }: TrendPicture): Promise<void> {
    const style = { size: 24, colour: colours.soft, width: 200 };
    add(await drawText(create, String(from), style), trend.bottom + 18);
    let right = trend.right;
    const addBefore = (picture: TextPicture, top: number) => {
      layers.push({ input: picture.data, left: right - picture.width, top });
    };
    addBefore(await drawText(create, String(to), style), trend.bottom + 18);
    for (const [index, { name }] of lines.length > 1 ? [...lines.entries()].reverse() : []) {
      const word = await drawText(create, name, { ...style, colour: trendColours[index] ?? colours.soft });
      addBefore(word, trend.top - 32 - word.height);
      right -= word.width + 28;
    }
  }

  /** In the space that the title leaves. */
  async function addDescription(text: string): Promise<void> {
    const style = {
      size: 30,
      colour: colours.soft,
      width: Math.min(layout.width, below < 380 ? 900 : 640),
      lineHeight: 0.9,
    };
    const picture = await drawWithin(create, text, style, Math.min(130, 524 - below));
    if (picture) add(picture, below);
  }
}

/** As large as fits into its space; what is too long in the smallest size is cut. */
async function drawTitle(create: CreatePicture, text: string, layout: Layout): Promise<TextPicture> {
  const { sizes, width, height } = layout;
  const smallest = sizes.at(-1) ?? 50;
  for (const size of sizes) {
    // Half of the size is the width of an average letter: sizes that are far too large are not tried.
    if (size !== smallest && (text.length * size * 0.42 * size) / width > height) continue;
    const picture = await drawText(create, text, titleStyle(size, width));
    if (picture.height <= height) return balance(create, text, titleStyle(size, width), picture);
  }
  return (
    (await drawWithin(create, text, titleStyle(smallest, width), height)) ??
    drawText(create, '…', titleStyle(smallest, width))
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

function titleStyle(size: number, width: number): TextStyle {
  return { size, colour: colours.ink, width, lineHeight: 0.76, spacing: size * -0.02 };
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
