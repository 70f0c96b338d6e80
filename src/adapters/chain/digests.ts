import { id } from 'ethers';
import type { Digests } from '../../core/ports/digests.ts';

/** The hash functions of the chain. */
export const digests: Digests = { keccak256: id };
