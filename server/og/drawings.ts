/** What is drawn on a picture in place of the house: the route of a run, the trend of a name. */
import { outlineSize } from '../../running/drawing/draw-outline.ts';
import type { CardPicture, TrendPicture } from './card.ts';
import { colours } from './scene.ts';

export function drawPicture(picture: CardPicture): string {
  return picture.kind === 'route' ? drawRoute(picture.outline) : drawTrend(picture);
}

const route = { left: 672, top: 62, size: 472 };

/** Like the light of the lamp on a path: a bright line over a faint, soft one. */
function drawRoute(outline: string): string {
  const scale = route.size / outlineSize;
  const line = (width: number, more: string) =>
    `<path d="${outline}" stroke-width="${width / scale}" ${more}/>`;
  return `<defs><filter id="soft" filterUnits="userSpaceOnUse" x="-10" y="-10" width="120" height="120"><feGaussianBlur stdDeviation="${13 / scale}"/></filter></defs>
  <g transform="translate(${route.left} ${route.top}) scale(${scale})" fill="none" stroke-linecap="round" stroke-linejoin="round">
    ${line(22, `stroke="${colours.glow}" stroke-opacity=".5" filter="url(#soft)"`)}
    ${line(5.5, `stroke="${colours.flame}"`)}
  </g>`;
}

/** The place of the curve: years from left to right, shares from bottom to top. */
export const trend = { left: 84, right: 1116, top: 362, bottom: 548 };

/** Of the first line and the second. */
export const trendColours = [colours.flame, colours.soft];

function drawTrend({ lines }: TrendPicture): string {
  const [main = '', other] = lines.map(({ values }) => toPath(values));
  const area = `${main}L${trend.right} ${trend.bottom}L${trend.left} ${trend.bottom}z`;
  return `<defs><linearGradient id="area" x1="0" x2="0" y1="0" y2="1">
      <stop stop-color="${colours.glow}" stop-opacity=".34"/><stop offset="1" stop-color="${colours.glow}" stop-opacity=".02"/>
    </linearGradient></defs>
    <path d="${area}" fill="url(#area)"/>
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">
      <path d="M${trend.left} ${trend.bottom}H${trend.right}" stroke="${colours.rule}" stroke-width="2"/>
      ${other === undefined ? '' : `<path d="${other}" stroke="${trendColours[1]}" stroke-width="3" stroke-dasharray="3 9"/>`}
      <path d="${main}" stroke="${trendColours[0]}" stroke-width="5"/>
    </g>`;
}

function toPath(values: number[]): string {
  const points = values.map((value, index) => {
    const x = trend.left + (index / Math.max(1, values.length - 1)) * (trend.right - trend.left);
    const y = trend.bottom - (value / 1000) * (trend.bottom - trend.top);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}
