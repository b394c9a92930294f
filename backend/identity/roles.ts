/** The only roles that a request may take in the database. */
export const databaseRoles = ['anon', 'authenticated', 'service_role'] as const;
export type DatabaseRole = (typeof databaseRoles)[number];

export function isDatabaseRole(role: unknown): role is DatabaseRole {
  return databaseRoles.some((known) => known === role);
}

/** Who may use the admin routes. `supabase_admin` is known here only; it never becomes a role in the database. */
export function isAdminRole(role: unknown): boolean {
  return role === 'service_role' || role === 'supabase_admin';
}
