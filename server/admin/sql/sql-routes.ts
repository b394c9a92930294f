import type { AdminRoute } from '../admin-route.ts';
import type { AskBackend } from '../ask-backend.ts';

export interface SqlRoutesOptions {
  askBackend: AskBackend;
}

export function createSqlRoutes(_options: SqlRoutesOptions): AdminRoute[] {
  return [];
}
