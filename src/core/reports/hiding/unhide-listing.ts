import { defineUseCase } from '../../use-case.ts';
import { listingId, setHidden, type HidingPorts } from './set-hidden.ts';

/** Shows a hidden listing again, unless its publisher has withdrawn it or is blocked. */
export const unhideListing = defineUseCase({
  permission: 'operator',
  input: listingId,

  execute: (ports: HidingPorts, operator, { id }) =>
    setHidden(ports, operator, 'unhideListing', { id, reason: null }),
});
