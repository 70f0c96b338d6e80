import { defineUseCase } from '../../use-case.ts';
import { publisherId, setBlocked, type BlockingPorts } from './set-blocked.ts';
import { takedownReason } from './takedown-reason.ts';

/** Hides all listings of a publisher from the public, and refuses its further ones; the publisher sees the reason. */
export const blockPublisher = defineUseCase({
  permission: 'operator',
  input: publisherId.extend({ reason: takedownReason }),

  execute: (ports: BlockingPorts, operator, input) => setBlocked(ports, operator, 'blockPublisher', input),
});
