import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ANONYMOUS } from '../../src/core/access/callers.ts';
import type { AuditLog } from '../../src/core/audit/audit-store.ts';
import type { Clock } from '../../src/core/clock.ts';
import type { InTransaction } from '../../src/core/transaction.ts';
import { defineUseCase, run } from '../../src/core/use-case.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const clock = { now: () => NOW };

const tellTime = defineUseCase({
  permission: 'public',
  input: z.object({ name: z.string('is required.') }),

  execute: async ({ clock }: { clock: Clock }, caller, { name }) => `${caller.kind} ${name} ${+clock.now()}`,
});

const operatorsOnly = defineUseCase({
  permission: 'operator',
  input: z.object({ name: z.string('is required.') }),

  execute: async (ports: InTransaction<{ audit: AuditLog }>) => ports.transaction(async ({ audit }) => audit),
});

describe('run', () => {
  it('executes a use case with the ports that it names, and no others', async () => {
    await expect(run({ clock }, ANONYMOUS, tellTime, { name: 'Ada' })).resolves.toBe(`anonymous Ada ${+NOW}`);
  });

  it('refuses the caller before the input', async () => {
    const transaction = () => Promise.reject(new Error('is not reached'));
    await expect(run({ transaction }, ANONYMOUS, operatorsOnly, {})).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('names the wrong fields of an input', async () => {
    await expect(run({ clock }, ANONYMOUS, tellTime, {})).rejects.toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['name'], message: 'is required.' }],
    });
  });

  it('does not compile without a port that the use case names', async () => {
    // @ts-expect-error The use case needs a clock.
    await expect(run({}, ANONYMOUS, tellTime, { name: 'Ada' })).rejects.toThrow(TypeError);
  });
});
