import { Interface } from 'ethers';
import { giveawaysArtifact } from './artifacts/giveaways.ts';

/** The interface of the contract Giveaways, for the general encoder. */
export const hubInterface = new Interface(giveawaysArtifact.abi);
