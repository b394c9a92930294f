import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { requirePeer } from './peers.ts';
import { runCounted } from './process-usage.ts';

/** By default Markdown goes through Liquid first, so that posts can hold its tags; `plain` switches that off. */
export type EleventyMode = 'default' | 'plain';

/** Markdown, highlighting and one plain layout: no navigation, no lists, no neighbors, no table of contents. */
function writeConfig(mode: EleventyMode): string {
  const templates = mode === 'plain' ? ', markdownTemplateEngine: false' : '';
  return `import syntaxHighlight from '@11ty/eleventy-plugin-syntaxhighlight';
export default function (eleventy) {
  eleventy.addPlugin(syntaxHighlight);
  eleventy.addGlobalData('layout', 'page.njk');
}
export const config = { dir: { input: 'content', includes: '../layouts', output: 'built' }${templates} };
`;
}

const layout = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title><meta name="description" content="{{ description }}">
<link rel="stylesheet" href="/style.css"></head>
<body><header><a href="/">Home</a> <a href="/about/">About</a></header>
<main><h1>{{ title }}</h1><p>{{ date }}</p>{{ content | safe }}</main></body></html>
`;

/** Builds a content folder with Eleventy, into a new folder each time, and returns the CPU time of all its processes. */
export async function buildWithEleventy(
  bench: Bench,
  contentFolder: string,
  mode: EleventyMode,
): Promise<{ cpuSeconds: number; folder: string }> {
  const peer = await requirePeer(bench, 'eleventy');
  // Inside the peer's folder, so that Node finds its packages.
  const folder = join(peer, 'build');
  await rm(folder, { recursive: true, force: true });
  bench.onClose(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'layouts'), { recursive: true });
  await cp(contentFolder, join(folder, 'content'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await writeFile(join(folder, 'eleventy.config.js'), writeConfig(mode));
  await writeFile(join(folder, 'layouts/page.njk'), layout);
  const cli = join(peer, 'node_modules/@11ty/eleventy/cmd.cjs');
  const { cpuSeconds } = await runCounted([process.execPath, cli, '--quiet'], folder);
  return { cpuSeconds, folder: join(folder, 'built') };
}
