import { Contract, id } from 'ethers';
import { passportArtifact } from '../../src/adapters/chain/hub/artifacts/passport.ts';
import { step, tell } from '../tell.ts';
import { CURRENCY, payPrize } from './pay-prize.ts';
import type { DemoGiveaway } from './create.ts';
import type { Draw } from './draw.ts';
import type { EmbeddedChain } from './embedded-chain.ts';
import type { Provider } from './provider.ts';

/** Pays both prizes, records their deliveries with a wrong proof, then corrects it. Returns the last block. */
export async function deliverPrizes(
  chain: EmbeddedChain,
  { sender }: Provider,
  { key }: DemoGiveaway,
  draws: readonly Draw[],
): Promise<number> {
  step('Paying the prizes, recording their deliveries, and correcting the proofs: recordPrizeDelivery');
  const { rpc, passport, chainId } = chain;
  const passports = new Contract(passport, passportArtifact.abi, rpc);
  const owners = await Promise.all(
    draws.map(async ({ passportId }) => String(await passports.getFunction('ownerOf')(passportId))),
  );
  const payments: string[] = [];
  for (const owner of owners) payments.push(await payPrize(chain, 0, owner));
  const record = (proofs: readonly string[]) =>
    sender.send(
      draws.map(({ round }, place) => [
        'recordPrizeDelivery',
        key,
        round,
        {
          assetContract: CURRENCY,
          recipient: owners[place],
          proofChainId: chainId,
          proofTxHash: proofs[place],
          proofUri: '',
        },
      ]),
    );
  await record(draws.map(({ round }) => id(`wrong proof ${round} of ${key}`)));
  const corrected = await record(payments);
  tell(`to the owners of the winning passports, ${owners.join(' and ')}; each has two revisions`);
  return Math.max(...corrected.map(({ blockNumber }) => blockNumber));
}
