/** Puts the admin area together: the gate, and the routes of each part. */
import type { AdminRoute } from './admin-route.ts';
import { type AskBackendOptions, createAskBackend } from './ask-backend.ts';
import { type ContentRoutesOptions, createContentRoutes } from './content/content-routes.ts';
import { createPreviewRoutes } from './content/preview-routes.ts';
import { createHealthRoutes, type HealthRoutesOptions } from './health/health-routes.ts';
import { createOverviewRoutes } from './overview-routes.ts';
import { createOwnerGate, type OwnerGateOptions } from './owner-gate.ts';
import { createPeopleRoutes, type PeopleRoutesOptions } from './people/people-routes.ts';
import { createServeAdmin, type ServeAdmin } from './serve-admin.ts';

export interface OpenAdminOptions
  extends Omit<OwnerGateOptions, 'askBackend'>,
    Omit<ContentRoutesOptions, 'askBackend'>,
    Omit<HealthRoutesOptions, 'askBackend'>,
    Omit<PeopleRoutesOptions, 'askBackend' | 'backend'> {
  /** The setting. */
  admin: boolean;
  backend: AskBackendOptions;
}

/** Undefined if it is switched off. */
export function openAdmin(options: OpenAdminOptions): ServeAdmin | undefined {
  if (!options.admin) return undefined;
  const askBackend = createAskBackend(options.backend);
  const gate = createOwnerGate({ ...options, askBackend });
  return createServeAdmin({ gate, askBackend, routes: listAdminRoutes({ ...options, askBackend }) });
}

/** The table of contents of the admin API. */
export function listAdminRoutes(
  options: ContentRoutesOptions & HealthRoutesOptions & PeopleRoutesOptions,
): AdminRoute[] {
  return [
    ...createOverviewRoutes(options),
    ...createContentRoutes(options),
    ...createPreviewRoutes(options),
    ...createPeopleRoutes(options),
    ...createHealthRoutes(options),
  ];
}
