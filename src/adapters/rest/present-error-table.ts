import { ERROR_TABLE } from '../../core/provider-api/error-table.ts';
import { statusOf } from './http-status.ts';

/** Every error with its status in the REST APIs. */
export function presentErrorTable() {
  return ERROR_TABLE.map(({ code, retryable, recommendedAction, reasons }) => ({
    code,
    status: statusOf({ code, reason: undefined }),
    retryable,
    recommendedAction,
    reasons: reasons.map(({ reason, retryable, message, recommendedAction }) => ({
      reason,
      status: statusOf({ code, reason }),
      retryable,
      message,
      recommendedAction,
    })),
  }));
}
