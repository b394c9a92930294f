import type { Factor, SupabaseClient } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { Day } from '../components/day.tsx';
import { FaultNotice } from '../components/fault-notice.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';
import { readBackendSettings, useBackendSettings } from '../login/backend-settings.ts';
import { describeFactor } from '../login/describe-factor.ts';
import type { CallError } from '../login/messages.ts';
import { useCall } from '../login/use-call.ts';
import { EditableRow, useRowForm } from './account-row.tsx';
import { EnrolApp } from './enrol-app.tsx';
import { makeFirstCodes, RecoveryCodes } from './recovery-codes.tsx';

const kinds: Record<string, string> = {
  totp: 'Authenticator app',
  phone: 'Text message',
  webauthn: 'Security key',
};

/** Lists, adds and removes second factors, and manages the recovery codes. */
export function FactorsSection() {
  const [all, setAll] = useState<Factor[]>();
  const row = useRowForm();
  const [made, setMade] = useState<string[]>();
  const { recoveryCodes } = useBackendSettings();
  const call = useCall();

  const factors = all?.filter(({ factor_type }) => factor_type !== 'recovery_code');
  const hasCodes = all !== undefined && factors?.length !== all.length;
  const hasFactors = factors !== undefined && factors.length > 0;

  const load = () =>
    call.run(
      (auth) => auth.mfa.listFactors(),
      (found) => setAll(found.all.filter(({ status }) => status === 'verified')),
      // A unique key: the queue must not skip this call because an earlier one is pending, whose answer may be out of date.
      Symbol('list'),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is shown.
  useEffect(() => {
    load();
  }, []);

  async function finishEnrolment() {
    const { recoveryCodes: offered } = await readBackendSettings();
    const codes = hasCodes || offered === false ? undefined : await makeFirstCodes();
    if (codes) setMade(codes);
    row.close(`The app is turned on.${codes ? ' Please save your recovery codes.' : ''}`);
    await load();
  }

  async function remove(factor: Factor) {
    await call.run(
      (auth) => removeFactor(auth, factor),
      ({ wasLast }) => {
        setAll((now) => (wasLast ? [] : now?.filter(({ id }) => id !== factor.id)));
        if (wasLast) setMade(undefined);
      },
      factor.id,
    );
  }

  return (
    <>
      <EditableRow
        label="Your factors"
        row={row}
        action="Add an authenticator app"
        actionBelow
        form={<EnrolApp onDone={finishEnrolment} onCancel={row.close} />}
      >
        {!factors && !call.fault && <SkeletonLines lines={['w-1/2']} />}
        {factors?.length === 0 && (
          <p className="hint">
            None yet. With an authenticator app, a stolen password is not enough to sign in.
          </p>
        )}
        {hasFactors && <FactorList factors={factors} onRemove={remove} />}
        <FaultNotice fault={call.fault} />
        {factors?.length === 1 && !hasCodes && !made && (
          <p className="hint">
            {recoveryCodes ? 'Make recovery codes, or add' : 'Add'} a second app on another device: if you
            lose the only one, you have to ask the owner of the site for help.
          </p>
        )}
      </EditableRow>
      {hasFactors && (hasCodes || made || recoveryCodes) && (
        <RecoveryCodes key={made?.[0]} enrolled={hasCodes} made={made} onChange={load} />
      )}
    </>
  );
}

interface FactorListProps {
  factors: Factor[];
  onRemove(factor: Factor): void;
}

function FactorList({ factors, onRemove }: FactorListProps) {
  return (
    <ul className="account-list">
      {factors.map((factor) => (
        <li key={factor.id}>
          <span>
            {kinds[factor.factor_type] ?? factor.factor_type}: {describeFactor(factor)}
            <span className="hint">
              {' '}
              since <Day day={factor.created_at} short />
            </span>
          </span>
          <button type="button" className="choice" onClick={() => onRemove(factor)}>
            Remove<span className="sr-only"> {describeFactor(factor)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

type Removed = { data: { wasLast: boolean }; error: null } | { data: null; error: CallError };

/**
 * Recovery codes cannot exist without another factor, so they are removed before the last factor. The service is asked which factors are
 * left, because the list on the page may be out of date.
 */
async function removeFactor(auth: SupabaseClient['auth'], factor: Factor): Promise<Removed> {
  const { data: found, error: notFound } = await auth.mfa.listFactors();
  if (notFound) return { data: null, error: notFound };
  const others = found.all.filter(({ id, status }) => status === 'verified' && id !== factor.id);
  const wasLast = others.every(({ factor_type }) => factor_type === 'recovery_code');
  if (wasLast && others.length > 0) {
    const refused = (await requireRealFactor(auth)) ?? (await auth.mfa.recoveryCodes.unenroll()).error;
    if (refused) return { data: null, error: refused };
  }
  const { error } = await auth.mfa.unenroll({ factorId: factor.id });
  return error ? { data: null, error } : { data: { wasLast }, error: null };
}

/**
 * A user who signed in with a recovery code only may not remove the codes: without them this session could not remove the factor either,
 * and the user would be locked out with a factor that is lost.
 */
async function requireRealFactor(auth: SupabaseClient['auth']): Promise<CallError | undefined> {
  const { data, error } = await auth.mfa.getAuthenticatorAssuranceLevel();
  if (error) return error;
  const methods = data.currentAuthenticationMethods.map((entry) =>
    typeof entry === 'string' ? entry : entry.method,
  );
  const isReal = methods.some((method) => method !== 'mfa/recovery_code' && /^(totp$|mfa\/)/.test(method));
  const refused = { name: 'NoRealFactor', message: 'Only a recovery code was used.', status: 422 };
  return isReal ? undefined : { ...refused, code: 'only_recovery_code_used' };
}
