import { createContext, type ReactNode } from 'react';
import type { Root } from 'react-dom/client';

/** Makes an element a React root: hydrates what the server rendered into it, and fills it where it is empty. */
export type MountIsland = (element: Element, island: ReactNode, identifierPrefix: string) => Root;

/** Set by the browser's entry. The server has none: it fills the islands before the page (`fill-islands.server.tsx`). */
export const IslandMount = createContext<MountIsland | undefined>(undefined);
