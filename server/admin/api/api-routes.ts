import type { AdminRoute } from '../admin-route.ts';
import type { AskBackend } from '../ask-backend.ts';

export interface ApiRoutesOptions {
  askBackend: AskBackend;
}

export function createApiRoutes(_options: ApiRoutesOptions): AdminRoute[] {
  return [];
}
