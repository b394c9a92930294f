import { writeAttributes } from '../attributes.ts';
import { escapeHtml } from '../escape-html.ts';
import type { WritePart } from '../part-type.ts';

/** The size is in the HTML, so the text does not move when the image is loaded. */
export const writePicture: WritePart = ({ caption, ...attributes }) => {
  const image = `<img${writeAttributes({ ...attributes, loading: 'lazy', decoding: 'async' })}/>`;
  return caption ? `<figure>${image}<figcaption>${escapeHtml(String(caption))}</figcaption></figure>` : image;
};
