import type { AdminRoute } from '../admin-route.ts';
import type { AskBackend } from '../ask-backend.ts';
import { createMigrationsRoutes, type MigrationsRoutesOptions } from './migrations-routes.ts';

export interface SqlRoutesOptions extends MigrationsRoutesOptions {
  askBackend: AskBackend;
}

export function createSqlRoutes(options: SqlRoutesOptions): AdminRoute[] {
  return [...createMigrationsRoutes(options)];
}
