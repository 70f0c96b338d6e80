import { invalidPayload } from '../../../core/errors.ts';
import type { ChangePosition } from '../../ports/live-updates.ts';

const FORM = /^rounds:(\d{1,15}):(\d{1,15}):(\d{1,15})$/;

/** A position as clients store it: opaque to them. */
export function toChangeCursor({ version, at, readAt }: ChangePosition): string {
  return Buffer.from(`rounds:${version}:${Math.max(0, at)}:${Math.ceil(readAt)}`).toString('base64url');
}

/** Throws INVALID_PAYLOAD. */
export function readChangeCursor(cursor: string): ChangePosition {
  const found = FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (found === null) {
    const message = 'must be the cursor in the extensions of a message of this subscription, or be left out.';
    throw invalidPayload([{ path: ['since'], message }]);
  }
  return { version: Number(found[1]), at: Number(found[2]), readAt: Number(found[3]) };
}
