import { Contract, id } from 'ethers';
import { passportArtifact } from '../../src/adapters/chain/hub/artifacts/passport.ts';
import { step, tell } from '../tell.ts';
import type { DemoGiveaway } from './create.ts';
import type { Draw } from './draw.ts';
import type { EmbeddedChain } from './embedded-chain.ts';
import type { Provider } from './provider.ts';

/** Records the delivery of both prizes with a wrong proof, then corrects it. Returns the last block. */
export async function deliverPrizes(
  { rpc, passport, chainId }: EmbeddedChain,
  { sender }: Provider,
  { key }: DemoGiveaway,
  draws: readonly Draw[],
): Promise<number> {
  step('Recording the deliveries of the prizes, and correcting their proofs: recordPrizeDelivery');
  const passports = new Contract(passport, passportArtifact.abi, rpc);
  const owners = await Promise.all(
    draws.map(async ({ passportId }) => String(await passports.getFunction('ownerOf')(passportId))),
  );
  const record = (proof: string) =>
    sender.send(
      draws.map(({ round }, place) => [
        'recordPrizeDelivery',
        key,
        round,
        {
          assetContract: passport,
          recipient: owners[place],
          proofChainId: chainId,
          proofTxHash: id(`${proof} ${round} of ${key}`),
          proofUri: '',
        },
      ]),
    );
  await record('wrong proof');
  const corrected = await record('proof');
  tell(`to the owners of the winning passports, ${owners.join(' and ')}; each has two revisions`);
  return Math.max(...corrected.map(({ blockNumber }) => blockNumber));
}
