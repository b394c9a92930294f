import type { ComponentType } from 'react';

/**
 * The React components of the owner, by their names in the text. The build has those of `content/components` in this place
 * (server/build/own-components.ts): on the server as they are, in the browser loaded when a page has one.
 */
export const ownComponents: Readonly<Record<string, ComponentType<never>>> = {};
