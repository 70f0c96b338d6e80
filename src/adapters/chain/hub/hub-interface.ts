import { Interface } from 'ethers';
import { giveawaysArtifact } from './artifacts/giveaways.ts';

/** What Giveaways offers, for the general encoder. */
export const hubInterface = new Interface(giveawaysArtifact.abi);
