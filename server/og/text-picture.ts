import type { Sharp, SharpOptions } from 'sharp';
import { fontName } from './font-files.ts';

export type CreatePicture = (options: SharpOptions) => Sharp;

export interface TextStyle {
  /** In pixels. */
  size: number;
  colour: string;
  width: number;
  /** A multiple of the font's own line, which is generous. */
  lineHeight?: number;
  /** In pixels, between letters. */
  spacing?: number;
}

export interface TextPicture {
  data: Buffer;
  width: number;
  height: number;
}

/** Text as a picture without background, as large as the letters are. */
export async function drawText(create: CreatePicture, text: string, style: TextStyle): Promise<TextPicture> {
  const { size, colour, width, lineHeight = 0.8, spacing = 0 } = style;
  // Pango counts spacing in parts of 1024.
  const look = `foreground="${colour}" line_height="${lineHeight}" letter_spacing="${Math.round(spacing * 1024)}"`;
  const { data, info } = await create({
    text: {
      text: `<span ${look}>${escapeMarkup(text)}</span>`,
      font: `${fontName} ${size}`,
      rgba: true,
      dpi: 72,
      width,
      wrap: 'word-char',
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
}
