import { beforeAll, describe, expect, it } from '@jest/globals';
import { giveawayIdOf, hashOf } from '../support/database/read-model.ts';
import { PLACES, seedPlaces } from '../support/database/places.ts';
import { seedSummer, SUMMER } from '../support/database/summer.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
beforeAll(async () => {
  await gateway.onDatabase(async (em) => {
    await seedSummer(em);
    await seedPlaces(em);
  });
});

const open = (path: string) => fetch(`${gateway.url}${path}`, { headers: { 'accept-language': 'en' } });

/** The texts of a page, without its tags. */
async function textOf(path: string): Promise<string> {
  const response = await open(path);
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll(/<style.*?<\/style>|<script.*?<\/script>|<[^>]+>/gs, ' ');
}
const roundOf = (number: number, query = '') =>
  textOf(`/giveaways/${giveawayIdOf(number)}/rounds/0${query}`).then((text) => text.replaceAll(/\s+/g, ' '));

describe('the page of a round with several places', () => {
  it('shows winners and alternates with their tickets, how they follow from the seed, and each prize', async () => {
    const text = await roundOf(PLACES.drawn);
    expect(text).toMatch(
      /The winners Place 1 Passport 2 .* Ticket 4 of 10 .*Place 2 Passport 1 .* Ticket 2 of 3/,
    );
    expect(text).toMatch(/The alternates An alternate gets a prize .* Place 3 Passport 3 .* Ticket 0 of 1/);
    expect(text).toMatch(/Draw the other places .* Place 2: Passport 1 2 \/ 3 Place 3: Passport 3 0 \/ 1/);
    expect(text).toMatch(/The prizes Place 1: Passport 2 No delivery is recorded\. Place 2: Passport 1/);
    expect(text).toMatch(
      /Place 2: Passport 1 Round 1 Receipt confirmed by the winner, .* Checked: this transaction moved/,
    );
    expect(text).not.toContain('The winner Passport');
  });

  it('says that a draw goes on, and which places stay empty or are declared', async () => {
    expect(await roundOf(PLACES.drawing)).toContain('The draw goes on: 1 of 3 places have a winner.');
    expect(await roundOf(PLACES.few)).toContain('Fewer passports than places had entries');
    expect(await roundOf(PLACES.declared)).toContain(
      '1 of 2 places have a winner. The provider declares the others.',
    );
  });

  it('names the number of further winners in the description that shared links show', async () => {
    const page = await (await open(`/giveaways/${giveawayIdOf(PLACES.drawn)}/rounds/0`)).text();
    expect(page).toContain('content="Passport 2 won with ticket 4 of 10. Further places with a winner: 2."');
  });

  it('speaks German, too', async () => {
    expect(await roundOf(PLACES.drawn, '?lang=de')).toMatch(
      /Die Gewinner Platz 1 Pass 2 .* Die Ersatzgewinner/,
    );
    expect(await roundOf(PLACES.drawing, '?lang=de')).toContain('1 von 3 Plätzen haben einen Gewinner.');
  });

  it('is as before when its giveaway has one winner', async () => {
    const text = await roundOf(SUMMER.drawn);
    expect(text).toContain('The winner Passport 2');
    expect(text).not.toMatch(/Place 1|alternate/);
  });
});

describe('the page of a round', () => {
  it('shows the whole title and the description of the round', async () => {
    const texts = { title: 'A lantern '.repeat(16).trim(), description: 'Of glass.\nAnd of brass.' };
    await gateway.onDatabase((em) =>
      em.execute('update public_text set texts = ? where hash = ?', [JSON.stringify(texts), hashOf(5_001)]),
    );
    const text = await roundOf(SUMMER.drawn);
    expect(text).toContain(`: ${texts.title} Of glass. And of brass. Delivered`);
  });
});

describe('the other pages', () => {
  it('name the number of places in the rules, and of winners in the list of rounds', async () => {
    const text = await textOf(`/giveaways/${giveawayIdOf(PLACES.drawn)}`);
    expect(text).toContain(
      'Each round has 2 winners and 1 alternate. An alternate gets a prize when a winner gets none.',
    );
    expect(text).toMatch(/Passport 2\s+and 2 more/);
    expect(await textOf(`/giveaways/${giveawayIdOf(SUMMER.drawn)}`)).not.toContain('Each round has');
  });

  it('say that a passport of a later place has won', async () => {
    const path = `/giveaways/${giveawayIdOf(PLACES.drawn)}?who=1`;
    expect((await textOf(path)).replaceAll(/\s+/g, ' ')).toContain(
      'Passport 1: 7 entries in Round 1. It won.',
    );
    expect(await textOf(`/giveaways/${giveawayIdOf(PLACES.drawing)}?who=1`)).toContain('It did not win.');
  });
});
