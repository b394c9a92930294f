import type { AdminFault } from './call-admin.ts';

/** Shown instead of what could not be loaded. */
export function AdminProblem({ fault, again }: { fault: AdminFault; again(): void }) {
  return (
    <div className="notice admin-problem" role="alert">
      <p>{fault.message}</p>
      <p>
        <button type="button" className="choice" onClick={again}>
          Try again
        </button>
      </p>
    </div>
  );
}
