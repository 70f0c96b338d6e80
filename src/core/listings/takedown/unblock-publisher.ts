import { defineUseCase } from '../../use-case.ts';
import { publisherId, setBlocked, type BlockingPorts } from './set-blocked.ts';

/** Ends the block of a publisher: its published listings are public again, except hidden ones. */
export const unblockPublisher = defineUseCase({
  permission: 'operator',
  input: publisherId,

  execute: (ports: BlockingPorts, operator, { id }) =>
    setBlocked(ports, operator, 'unblockPublisher', { id, reason: null }),
});
