import type { RouteRow } from '../../http/route-table.ts';
import type { Endpoint } from '../service/request.ts';
import { generateCodes } from './generate-codes.ts';
import { regenerateCodes } from './regenerate-codes.ts';
import { removeCodes } from './remove-codes.ts';
import { showStatus } from './show-status.ts';
import { verifyRecoveryCode } from './verify-recovery-code.ts';

/** Recovery codes, for users who lost their other factor. */
export const recoveryCodeRoutes = [
  ['GET', '/factors/recovery-codes', showStatus],
  ['POST', '/factors/recovery-codes', generateCodes],
  ['POST', '/factors/recovery-codes/regenerate', regenerateCodes],
  ['POST', '/factors/recovery-codes/verify', verifyRecoveryCode],
  ['DELETE', '/factors/recovery-codes', removeCodes],
] as const satisfies readonly RouteRow<Endpoint>[];
