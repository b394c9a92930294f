import type { AdminRoute } from '../admin-route.ts';
import type { AskBackend } from '../ask-backend.ts';

export interface TablesRoutesOptions {
  askBackend: AskBackend;
}

export function createTablesRoutes(_options: TablesRoutesOptions): AdminRoute[] {
  return [];
}
