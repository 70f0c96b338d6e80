import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { ADVICE } from '../../../src/core/error-advice.ts';
import { ERRORS } from '../../../src/core/errors.ts';
import { ERROR_TABLE } from '../../../src/core/provider-api/error-table.ts';

// The table itself, and the examples of the OpenAPI document, which has a test of its own.
const TABLES = [
  'src/core/provider-api/contract-errors.ts',
  'src/core/provider-api/error-table.ts',
  'src/adapters/rest/openapi/provider/provider-error-examples.ts',
];
const GIVEN = /\breason(?::| =) '([A-Z][A-Z_]+)'|\binvalid\([^()]*, '([A-Z][A-Z_]+)'\)/g;

const codes = Object.keys(ERRORS);
/** Reasons of the service's status, of checked deliveries and of reports of listings, which are no errors. */
const OTHERS = [
  'src/adapters/graphql/reports/report-examples.ts',
  'src/app/settings/',
  'src/app/status/',
  'src/core/prizes/verify-prize-deliveries.ts',
];
const sources = globSync('src/**/*.ts').filter(
  (file) => !TABLES.includes(file) && !OTHERS.some((path) => file.startsWith(path)),
);
/** Where the sources name a reason, with the code that stands before it; '' where none does. */
const given = sources.flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(GIVEN)].map(({ 1: member, 2: argument, index }) => {
    const words = text.slice(0, index).match(/(?<=')[A-Z_]+(?=')/g) ?? [];
    return { file, code: words.findLast((word) => codes.includes(word)) ?? '', reason: member ?? argument };
  });
});
const told = ERROR_TABLE.flatMap(({ code, reasons }) => reasons.map(({ reason }) => ({ code, reason })));

describe('The table of errors', () => {
  it('has every code, and each reason of it once', () => {
    expect(ERROR_TABLE.map(({ code }) => code)).toEqual(codes);
    const names = told.map(({ code, reason }) => `${code} ${reason}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(given)('tells of $code $reason in $file', ({ code, reason }) => {
    expect(told).toContainEqual({ code: code || (expect.any(String) as unknown), reason });
  });

  it('finds the reasons of every part of the service', () => {
    const reasons = given.map(({ reason }) => reason);
    expect(reasons).toEqual(
      expect.arrayContaining(['KEY_INVALID', 'SCOPE_MISSING', 'OUT_OF_GAS', 'RPC_DOWN', 'IN_PROGRESS']),
    );
  });

  it('has advice of its own for every reason for which the contracts refuse a change', () => {
    const withoutOwn = new Set(['BATCH_INVALID', 'OWNER_INVALID', 'OPERATOR_INVALID', 'REVERTED']);
    const general = ERRORS.CONTRACT_REVERT.recommendedAction;
    const { reasons } = ERROR_TABLE.find(({ code }) => code === 'CONTRACT_REVERT')!;
    const without = reasons.filter(
      ({ reason, recommendedAction }) => recommendedAction === general && !withoutOwn.has(reason),
    );
    expect(without).toEqual([]);
  });

  it('advises on no reason that it does not have', () => {
    const names = told.map(({ code, reason }) => `${code}/${reason}`);
    // The advice for a missing scope has the scope's first part behind the reason.
    const advised = Object.keys(ADVICE).map((name) =>
      name.replace(/^(UNAUTHORIZED\/SCOPE_MISSING)\/.*/, '$1'),
    );
    expect(advised.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('tells where waiting helps although the code is final', () => {
    const reasons = ERROR_TABLE.flatMap((row) =>
      row.reasons.filter((each) => each.retryable !== row.retryable),
    );
    expect(reasons.map(({ reason }) => reason)).toEqual([
      'NOT_ENDED',
      'ROUND_UNSETTLED',
      'BEACON_NOT_READY',
      'DRAW_PENDING',
      'ROUND_TAKEN',
      'IN_PROGRESS',
    ]);
  });
});
