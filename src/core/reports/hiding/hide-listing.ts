import { defineUseCase } from '../../use-case.ts';
import { takedownReason } from '../../listings/takedown/takedown-reason.ts';
import { listingId, setHidden, type HidingPorts } from './set-hidden.ts';

/** Hides a listing from the public, also when it is published again; its publisher sees the reason. */
export const hideListing = defineUseCase({
  permission: 'operator',
  input: listingId.extend({ reason: takedownReason }),

  execute: (ports: HidingPorts, operator, input) => setHidden(ports, operator, 'hideListing', input),
});
