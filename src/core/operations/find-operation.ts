import { z } from 'zod';
import { DomainError } from '../errors.ts';
import { requiredText } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import type { Operation } from './operation.ts';
import type { Operations } from './operations.ts';
import type { ReadModelProgress } from '../chain/read-model-progress.ts';
import { toReadable } from './readable-operation.ts';

/** An operation of the caller's provider; the operator sees all operations. Throws NOT_FOUND (OPERATION). */
export const findOperation = defineUseCase({
  permission: 'operations',
  input: z.object({ id: requiredText(64) }),

  async execute(
    { operations, readModel }: { operations: Operations; readModel: ReadModelProgress },
    caller,
    { id },
  ): Promise<Operation> {
    const found = await operations.find(id);
    if (found && (caller.kind === 'operator' || found.providerKey === caller.providerKey))
      return toReadable({ readModel }, found, 0);
    throw new DomainError('NOT_FOUND', 'Your provider has no operation with this id.', {
      reason: 'OPERATION',
    });
  },
});
