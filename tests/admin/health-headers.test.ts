import { expect, test } from 'vitest';
import { findHeaderFaults } from '../../app/admin/health/header-faults.ts';
import { createSecurityHeaders } from '../../server/security-headers.ts';

const headersOf = (siteUrl: string) =>
  new Headers(createSecurityHeaders({ siteUrl, scriptHashes: [], dev: false }));

test('the headers of the site are complete', () => {
  expect(findHeaderFaults(headersOf('https://example.com'), true)).toEqual([]);
  expect(findHeaderFaults(headersOf('http://localhost:3000'), false)).toEqual([]);
});

test('headers that a proxy took away are named', () => {
  const headers = headersOf('http://localhost:3000');
  headers.delete('x-frame-options');
  expect(findHeaderFaults(headers, true)).toEqual([
    expect.stringContaining('x-frame-options, strict-transport-security'),
  ]);
});
