import { beforeAll, describe, expect, it } from '@jest/globals';
import { giveawayIdOf, hashOf, WALLETS } from '../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../support/database/summer.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { getPage, linksOf, textOf } from './support/site.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const ROUND = `/giveaways/${giveawayIdOf(SUMMER.drawn)}/rounds/0`;

const gateway = sharedByTests(() =>
  startGateway({ CHAIN_EXPLORER_URL: 'https://explorer.example.com/chain/' }),
);
beforeAll(() => gateway.onDatabase(seedSummer));

const show = async (path: string) => textOf(await getPage(gateway.url, path));

describe('Technical details', () => {
  it('link addresses and transactions to the explorer of the chain that the operator has set', async () => {
    const page = await show(ROUND);
    const links = linksOf(page, /^0x/);
    const explorer = 'https://explorer.example.com/chain';
    expect(links).toContain(`${explorer}/address/${WALLETS[0]}`);
    expect(links).toContain(`${explorer}/tx/${hashOf(90_000 + SUMMER.drawn)}`);
    expect(links.every((link) => link.startsWith(explorer))).toBe(true);
    expect(
      page.match(/<a class="hash"[^>]*>/g)?.every((tag) => tag.includes('rel="noopener noreferrer"')),
    ).toBe(true);
  });

  it('link no transaction of another chain, and no hash that is none of a transaction', async () => {
    const page = await show(ROUND);
    // The delivery, whose proof is on chain 1, and the randomness.
    expect(page).toContain(hashOf(5_004));
    expect(linksOf(page, new RegExp(`${hashOf(5_004)}|${WALLETS[3]}`))).toEqual([]);
  });

  it('have no links to an explorer by default', async () => {
    const plain = await startGateway();
    try {
      await plain.onDatabase(seedSummer);
      const page = textOf(await getPage(plain.url, ROUND));
      expect(page).toContain(`<code class="hash" tabindex="0">${WALLETS[0]}</code>`);
      expect(linksOf(page, /^0x/)).toEqual([]);
    } finally {
      await plain.stop();
    }
  });
});
