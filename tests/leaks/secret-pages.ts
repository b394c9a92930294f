/**
 * A content folder with pages that not every visitor may know of. Each of them has words of its own in everything that an output could
 * show: `xdrafttitle`, `xdraftheading`, and so on. The same folder without them is what a visitor who may not know of them must see.
 */
import type { Files } from '../harness/markdown/test-content.ts';

export const now = new Date('2026-11-16T12:00:00Z');
export const guarded = ['/posts/club', '/posts/club/*'];
/** Beside English. */
export const languages = { de: {} };

/** The file of a page in each state, its address and its fields. NAME stands for `x<state>name`. */
const states = {
  draft: ['posts/NAME.md', '/posts/NAME', 'draft: true'],
  named: ['posts/NAME.draft.md', '/posts/NAME', ''],
  scheduled: ['posts/NAME.md', '/posts/NAME', 'publishAt: 2026-11-16 12:01'],
  expired: ['posts/NAME.md', '/posts/NAME', 'expires: 2026-11-16 11:59'],
  unlisted: ['posts/NAME.md', '/posts/NAME', 'unlisted: true'],
  guarded: ['posts/club/NAME.md', '/posts/club/NAME', ''],
  clubDraft: ['posts/club/NAME.draft.md', '/posts/club/NAME', ''],
  /** The only page of its folder. */
  alone: ['posts/NAME/page.draft.md', '/posts/NAME/page', ''],
  translation: ['de/posts/NAME.draft.md', '/de/posts/NAME', 'translationOf: /posts/open'],
  privateFile: ['posts/_NAME.md', '/posts/_NAME', ''],
  privateFolder: ['posts/_NAME/page.md', '/posts/_NAME/page', ''],
  dotFile: ['posts/.NAME.md', '/posts/.NAME', ''],
  /** Pages that are there without a text of their own. */
  fixed: ['about.md', '/about', 'draft: true'],
  index: ['posts/area/index.md', '/posts/area', 'draft: true'],
  tagsIntro: ['tags.md', '/tags', 'draft: true'],
} as const;

export type State = keyof typeof states;
export const allStates = Object.keys(states) as State[];

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';

/** A word of a page that is nowhere else. */
export const wordOf = (state: State, place: string) => `x${state.toLowerCase()}${place}`;

const nameIn = (state: State, text: string) => text.replace('NAME', wordOf(state, 'name'));

/** Which states a text shows words of, as a list. `except` is what the visitor sent. */
export function findStates(text: string, except = ''): string {
  const words = new Set(text.toLowerCase().match(/(?<![a-z])x[a-z]+/g));
  const isSent = (word: string) => except.toLowerCase().includes(word);
  return allStates
    .filter((state) => [...words].some((word) => word.startsWith(wordOf(state, '')) && !isSent(word)))
    .join(' ');
}

function pictureFile(state: State): string {
  const folder = state === 'privateFolder' ? nameIn(state, 'posts/_NAME') : 'posts';
  return `${folder}/${wordOf(state, 'picture')}.svg`;
}

/** Everything of a page that has an address. */
export function describeSecret(state: State) {
  const [, address] = states[state];
  const word = (place: string) => wordOf(state, place);
  return {
    path: nameIn(state, address),
    folder: state === 'alone' ? nameIn(state, '/posts/NAME') : '/posts',
    word,
    picture: `/pictures/0123456789/${pictureFile(state)}`,
    tag: `/tags/${word('tag')}`,
    author: `/authors/${word('author')}`,
    oldAddress: `/old/${word('old')}`,
    rule: `/rule/${word('rule')}`,
  };
}

function writeSecret(state: State): Files {
  const [file, , fields] = states[state];
  const word = (place: string) => wordOf(state, place);
  const upwards = '../'.repeat(file.split('/').length - 1);
  const text = `---
title: ${word('title')} porch
description: ${word('description')} porch
date: 2026-01-02
tags: [shared, ${word('tag')}]
authors: [ada, ${word('author')}]
series: Shared
redirectFrom: [${describeSecret(state).oldAddress}]
${fields}
---

## ${word('heading')}

${word('text')} porch. [To an open page](/posts/open) ![a](${upwards}${pictureFile(state)}) ![b](${word('fault')}.png)
`;
  return { [nameIn(state, file)]: text, [pictureFile(state)]: svg };
}

const open = (title: string, text: string, more = '') =>
  `---\ntitle: ${title}\ndate: 2026-01-02\nupdated: 2026-01-03\n${more}---\n\n${text}\n`;

/** What every visitor may know, but for the comments, which no visitor may see. */
export const openPages: Files = {
  'index.md': open('Home', 'Welcome to the porch.'),
  'posts/open.md': open(
    'Open',
    'Open text of the porch.',
    `tags: [shared]\nauthors: [ada]\nseries: Shared\nrelated: [${allStates.map((state) => describeSecret(state).path).join(', ')}]\n`,
  ),
  'posts/area/inner.md': open('Inner', 'Inner text.', 'tags: [shared]\nrelated: false\n'),
  'posts/remarks.md': open(
    'Remarks',
    'Before %% xcommenta %%and<!-- xcommentb --> after.\n\n%%\nxcommentc\n%%\n\n<!--\nxcommentd\n-->\n\nEnd.',
    '# xcommente\nremark: xcommentf\n',
  ),
  'posts/component.mdx': open('Component', '{/* xcommentg */}\n\nexport const x = "xcommenth"\n\nText.'),
  'de/posts/offen.md': open('Offen', 'Offener Text.', 'tags: [shared]\n'),
  'tags.yml': 'shared: { title: Shared }\n',
  'authors.yml': 'ada: { name: Ada }\n',
};

/** The same, with all that not every visitor may know. */
export const allPages: Files = {
  ...openPages,
  ...Object.assign({}, ...allStates.map(writeSecret)),
  [nameIn('alone', 'posts/NAME/.navigation.yml')]: `title: ${wordOf('alone', 'folder')}\n`,
  'tags.yml': `shared: { title: Shared }\n${allStates.map((state) => `${wordOf(state, 'tag')}: { title: ${wordOf(state, 'tagtitle')} }\n`).join('')}`,
  'authors.yml': `ada: { name: Ada }\n${allStates.map((state) => `${wordOf(state, 'author')}: { name: ${wordOf(state, 'authorname')} }\n`).join('')}`,
  'redirects.yml': allStates
    .filter((state) => !['privateFile', 'privateFolder', 'dotFile'].includes(state))
    .map((state) => `${describeSecret(state).rule}: ${describeSecret(state).path}\n`)
    .join(''),
};
