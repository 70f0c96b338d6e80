import { requiredLabel } from '../../values/text.ts';

/** Why the operator hides a listing or blocks a publisher, for that publisher. */
export const takedownReason = requiredLabel(500);
