import type { AdminRoute } from '../admin-route.ts';
import type { AskBackend } from '../ask-backend.ts';

export interface CsvRoutesOptions {
  askBackend: AskBackend;
}

export function createCsvRoutes(_options: CsvRoutesOptions): AdminRoute[] {
  return [];
}
