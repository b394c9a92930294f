import { directionOf } from '../../app/site-language.ts';
import type { AnswerFormat } from './format-context.ts';

/** Those of day: a manifest has one of each. Dark and light are in the head of every page. */
const paper = '#fbf7ef';

const icons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** GET /manifest.webmanifest: how the site looks as an app. */
export const answerManifest: AnswerFormat = async ({ site, content, answer }, request, [path = '']) => {
  if (site.offline === false) return undefined;
  const { title, description, language } = site;
  const background = content.theme()?.paper.day ?? paper;
  const manifest = {
    id: '/',
    name: title,
    short_name: title,
    description,
    lang: language,
    dir: directionOf(language),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: background,
    background_color: background,
    icons,
  };
  return answer(request, path, async () => ({
    type: 'application/manifest+json',
    body: JSON.stringify(manifest),
  }));
};
