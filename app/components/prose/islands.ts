import type { ComponentType } from 'react';
import { ContactButton } from './contact-button.tsx';
import { CopyButton } from './copy-button.tsx';

/**
 * The React components that a document can contain, by the names in `markdown/components.ts`. A component gets the attributes that the
 * author set, and as children what is inside of it. It is a React root of its own, so it has no context of the page around it.
 */
export const islandComponents: Readonly<Record<string, ComponentType<never>>> = { ContactButton, CopyButton };
