/** Puts the admin area together: the gate, and the routes of each part. */
import type { AdminRoute } from './admin-route.ts';
import { type ApiRoutesOptions, createApiRoutes } from './api/api-routes.ts';
import { type AskBackendOptions, createAskBackend } from './ask-backend.ts';
import { type ContentRoutesOptions, createContentRoutes } from './content/content-routes.ts';
import { createPreviewRoutes } from './content/preview-routes.ts';
import { createFilesRoutes, type FilesRoutesOptions } from './files/files-routes.ts';
import { createHealthRoutes, type HealthRoutesOptions } from './health/health-routes.ts';
import { createOverviewRoutes } from './overview-routes.ts';
import { createOwnerGate, type OwnerGateOptions } from './owner-gate.ts';
import { createPeopleRoutes, type PeopleRoutesOptions } from './people/people-routes.ts';
import { createServeAdmin, type ServeAdmin } from './serve-admin.ts';
import { createSettingsRoutes, type SettingsRoutesOptions } from './settings/settings-routes.ts';
import { createSqlRoutes, type SqlRoutesOptions } from './sql/sql-routes.ts';
import { type CsvRoutesOptions, createCsvRoutes } from './tables/csv-routes.ts';
import { createTablesRoutes, type TablesRoutesOptions } from './tables/tables-routes.ts';

export interface OpenAdminOptions
  extends Omit<OwnerGateOptions, 'askBackend'>,
    Omit<ContentRoutesOptions, 'askBackend'>,
    Omit<HealthRoutesOptions, 'askBackend' | 'backend' | 'embedded'>,
    Omit<PeopleRoutesOptions, 'askBackend' | 'backend' | 'embedded'>,
    Omit<TablesRoutesOptions, 'askBackend'>,
    Omit<CsvRoutesOptions, 'askBackend'>,
    Omit<SqlRoutesOptions, 'askBackend'>,
    Omit<FilesRoutesOptions, 'askBackend'>,
    SettingsRoutesOptions,
    Omit<ApiRoutesOptions, 'askBackend' | 'backend'> {
  /** The setting. */
  admin: boolean;
  backend: AskBackendOptions;
  /** What only the embedded backend can do; undefined with a hosted project. */
  embedded:
    | (HealthRoutesOptions['embedded'] &
        PeopleRoutesOptions['embedded'] &
        SqlRoutesOptions['embedded'] &
        ApiRoutesOptions['embedded'])
    | undefined;
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
  options: ContentRoutesOptions &
    HealthRoutesOptions &
    PeopleRoutesOptions &
    TablesRoutesOptions &
    CsvRoutesOptions &
    SqlRoutesOptions &
    FilesRoutesOptions &
    ApiRoutesOptions &
    SettingsRoutesOptions,
): AdminRoute[] {
  return [
    ...createOverviewRoutes(options),
    ...createContentRoutes(options),
    ...createPreviewRoutes(options),
    ...createPeopleRoutes(options),
    ...createTablesRoutes(options),
    ...createCsvRoutes(options),
    ...createSqlRoutes(options),
    ...createFilesRoutes(options),
    ...createApiRoutes(options),
    ...createHealthRoutes(options),
    ...createSettingsRoutes(options),
  ];
}
