import type { AdminRoute } from '../admin-route.ts';
import type { AskBackend } from '../ask-backend.ts';

export interface FilesRoutesOptions {
  askBackend: AskBackend;
}

export function createFilesRoutes(_options: FilesRoutesOptions): AdminRoute[] {
  return [];
}
