import type { AdminRoute } from '../admin-route.ts';
import type { AskBackend } from '../ask-backend.ts';

export interface PeopleRoutesOptions {
  askBackend: AskBackend;
}

/** Looking after the accounts of the site. */
export function createPeopleRoutes(_options: PeopleRoutesOptions): AdminRoute[] {
  return [];
}
