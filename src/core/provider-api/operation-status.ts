import { defineUseCase } from '../use-case.ts';
import type { Operations } from '../operations/operations.ts';
import type { ReadModelProgress } from '../chain/read-model-progress.ts';
import { readDeliveryCheck, type DeliveryResults } from '../prizes/read-delivery-check.ts';
import { findOperation } from '../operations/find-operation.ts';
import { toResult } from '../operations/operation-response.ts';

/** An operation of the caller's provider with its facts, and with the check of the delivery that it recorded. Throws NOT_FOUND (OPERATION). */
export const operationStatus = defineUseCase({
  permission: findOperation.permission,
  input: findOperation.input,

  async execute(
    ports: { deliveryResults: DeliveryResults; operations: Operations; readModel: ReadModelProgress },
    caller,
    input,
  ) {
    const operation = await findOperation.execute(ports, caller, input);
    return { operation, result: { ...toResult(operation), ...(await readDeliveryCheck(ports, operation)) } };
  },
});
