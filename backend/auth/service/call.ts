import type { TransactionSql } from '../../../database/database.ts';
import type { AuthRequest } from './request.ts';
import type { AuthService, Queries } from './service.ts';

/**
 * What a step of an endpoint needs within a transaction. A function that needs all three takes a `Call` first; otherwise the order is
 * `request, service` as in an endpoint, or `sql, service`.
 */
export interface Call<Transaction extends Queries = TransactionSql> {
  sql: Transaction;
  service: AuthService;
  request: AuthRequest;
}
