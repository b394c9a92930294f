/** The only database roles that a request may use. */
export const databaseRoles = ['anon', 'authenticated', 'service_role'] as const;
export type DatabaseRole = (typeof databaseRoles)[number];

export function isDatabaseRole(role: unknown): role is DatabaseRole {
  return databaseRoles.some((known) => known === role);
}

/** The roles that may use the admin routes. `supabase_admin` is known here only; it never becomes a database role. */
export function isAdminRole(role: unknown): boolean {
  return role === 'service_role' || role === 'supabase_admin';
}
