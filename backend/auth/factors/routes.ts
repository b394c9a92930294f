import type { RouteRow } from '../../http/route-table.ts';
import type { Endpoint } from '../service/request.ts';
import { challengeFactor } from './challenge-factor.ts';
import { enrollFactor } from './enroll-factor.ts';
import { unenrollFactor } from './unenroll-factor.ts';
import { verifyFactor } from './verify-factor.ts';

/** Second factors of the caller. */
export const factorRoutes = [
  ['POST', '/factors', enrollFactor],
  ['POST', '/factors/:factor/challenge', challengeFactor],
  ['POST', '/factors/:factor/verify', verifyFactor],
  ['DELETE', '/factors/:factor', unenrollFactor],
] as const satisfies readonly RouteRow<Endpoint>[];
