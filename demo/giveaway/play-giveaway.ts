import { meetGateway } from '../gateway.ts';
import { expectThat, step, tell } from '../tell.ts';
import { createGiveaway } from './create.ts';
import { deliverPrizes } from './deliver.ts';
import { drawRound, expectUnsigned, passRound } from './draw.ts';
import { findEmbeddedChain } from './embedded-chain.ts';
import { mintPassports } from './entrants.ts';
import { readBack } from './read-back.ts';
import { registerProvider } from './provider.ts';
import { correctFirstRound, fillFirstRound, fillSecondRound } from './rounds.ts';
import { verifyDraw } from './verify.ts';

/**
 * The second act, on the embedded chain: a provider runs a repeating giveaway of two rounds with its own signer, an
 * unrelated account draws the winners with the beacon, a front end reads the results, and an outsider repeats the draws.
 */
export async function playGiveaway(): Promise<void> {
  await meetGateway();
  const chain = await findEmbeddedChain();
  tell(`its chain ${chain.chainId} is at ${chain.url}, the hub at ${chain.hub}`);
  try {
    const provider = await registerProvider(chain);
    const giveaway = await createGiveaway(chain, provider);
    const passports = await mintPassports(provider, giveaway);

    const first = await fillFirstRound(provider, giveaway, passports);
    await expectUnsigned(chain, giveaway, 0);
    await passRound(chain, giveaway, 0);
    const second = await fillSecondRound(provider, giveaway, passports);
    const firstDraw = await drawRound(chain, giveaway, 0);
    expectThat(firstDraw.total === first, `${first} entries should count for round 1`);
    const removed = await correctFirstRound(provider, giveaway, passports);
    await passRound(chain, giveaway, 1);
    const secondDraw = await drawRound(chain, giveaway, 1);
    const total = first + second - removed;
    expectThat(secondDraw.total === total, `${total} entries should count for round 2`);
    tell(`${first - removed} of the entries were carried over from round 1`);

    step('Confirming receipt for both winners, at the cost of the provider: confirmReceiptByProvider');
    const draws = [firstDraw, secondDraw];
    await provider.sender.send(draws.map(({ round }) => ['confirmReceiptByProvider', giveaway.key, round]));
    tell('confirmed');

    await readBack(giveaway, draws, await deliverPrizes(chain, provider, giveaway, draws));
    for (const { round } of draws) await verifyDraw(chain, giveaway, round);
  } finally {
    chain.rpc.destroy();
  }
}
