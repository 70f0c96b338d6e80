import { beforeEach, describe, expect, it } from '@jest/globals';
import { createGiveaway } from '../../../src/core/giveaways/create-giveaway.ts';
import { perform } from '../../../src/core/operations/perform.ts';
import { providerCaller } from '../support/callers.ts';
import { BEACON, BEACON_MARGIN } from '../support/chain.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';
import { START } from '../support/time.ts';

const DAY = 86_400;
const NOW = START.getTime() / 1_000;
const caller = providerCaller();
const DRAWN = { determinationType: 1 };

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});
const create = (body: object = {}, from = ports) =>
  perform(
    from,
    caller,
    createGiveaway,
    { giveawayId: 'summer', startTime: NOW, determinationType: 0, ...body },
    { requestId: 'request-1', wait: 0 },
  );
/** The options of the giveaway in the call of the contracts. */
async function optionsOf(body: object) {
  await create(body);
  const call = ports.operations.all.at(-1)?.call;
  return call?.kind === 'create-giveaway' ? call.options : undefined;
}
async function refusalOf(body: object) {
  const { code, details, values } = await errorOf(create(body));
  expect(ports.operations.all).toEqual([]);
  return { code, fields: details?.map(({ path }) => path.join('.')), ...(values && { values }) };
}
const refused = (...fields: string[]) => ({ code: 'INVALID_PAYLOAD', fields });

describe('a new giveaway', () => {
  it('has one round without an end, a declared winner and no texts by default', async () => {
    await create();
    expect(ports.operations.all).toMatchObject([
      {
        call: {
          kind: 'create-giveaway',
          provider: caller.providerKey,
          options: {
            externalId: 'summer',
            startTime: NOW,
            endTime: 0,
            determination: 'PROVIDER_DECLARED',
            requiresHandshake: false,
            providerPaysReceiptGas: false,
            entriesCarryOver: false,
            everyDays: 0,
            activeDays: 0,
            beacon: null,
            beaconMargin: 0,
            metadataHash: null,
            metadataUri: '',
          },
        },
        publicText: null,
        request: {
          endpoint: 'create-giveaway',
          facts: {
            giveawayId: 'summer',
            id: `gwy_${ports.digests.giveawayKey(caller.providerKey, 'summer').slice(2)}`,
            determinationType: 0,
          },
        },
      },
    ]);
  });

  it('has the beacon of the deployment where the winner is drawn', async () => {
    expect(await optionsOf({ ...DRAWN, endTime: NOW + DAY })).toMatchObject({
      determination: 'ON_CHAIN_RANDOM',
      beacon: BEACON,
      beaconMargin: BEACON_MARGIN,
    });
  });

  it('has rounds that are active for as long as they last by default', async () => {
    expect(await optionsOf({ rollingEveryDays: 7 })).toMatchObject({ everyDays: 7, activeDays: 7 });
    expect(await optionsOf({ giveawayId: 'other', rollingEveryDays: 7, rollingActiveDays: 2 })).toMatchObject(
      { everyDays: 7, activeDays: 2 },
    );
  });

  it.each([
    [{ title: 'Summer' }, { title: 'Summer', description: '', image: '' }],
    [{ description: 'For all.' }, { title: '', description: 'For all.', image: '' }],
    [{ image: 'ipfs://image' }, { title: '', description: '', image: 'ipfs://image' }],
  ])('stores its texts under the hash that goes on chain: %j', async (body, texts) => {
    const hash = ports.digests.keccak256(JSON.stringify(texts));
    expect(await optionsOf(body)).toMatchObject({ metadataHash: hash });
    expect(ports.operations.all[0]?.publicText).toEqual({ hash, texts });
  });
});

describe('the end of a giveaway', () => {
  it.each([['title'], ['description']])('has a %s that can be seen, if it has one', async (field) => {
    expect(await refusalOf({ [field]: '\u200B' })).toEqual(refused(field));
  });

  it.each([0, 1])('is refused where it is not later than the start: %i seconds before', async (seconds) => {
    expect(await refusalOf({ startTime: NOW + DAY, endTime: NOW + DAY - seconds })).toEqual(
      refused('endTime'),
    );
  });

  it('is required where the winner of the only round is drawn', async () => {
    expect(await refusalOf(DRAWN)).toEqual(refused('endTime'));
    expect(await refusalOf({ ...DRAWN, endTime: 0 })).toEqual(refused('endTime'));
  });

  it('is not required where the winners of repeated rounds are drawn', async () => {
    expect(await optionsOf({ ...DRAWN, rollingEveryDays: 1 })).toMatchObject({ endTime: 0, beacon: BEACON });
  });

  it('is refused from the time of the chain on, which the refusal tells', async () => {
    ports.chain.aheadSeconds = 100;
    const timestamp = NOW + 100;
    const startTime = NOW - DAY;
    for (const endTime of [timestamp - 1, timestamp])
      expect(await refusalOf({ startTime, endTime })).toEqual({
        ...refused('endTime'),
        values: { timestamp },
      });
    expect(await optionsOf({ startTime, endTime: timestamp + 1 })).toMatchObject({ endTime: timestamp + 1 });
  });

  it('is refused in a pause after which no round opens, since the last round has closed', async () => {
    const weekly = { startTime: NOW - 10 * DAY, rollingEveryDays: 7, rollingActiveDays: 1 };
    expect(await refusalOf({ ...weekly, endTime: NOW + DAY })).toMatchObject(refused('endTime'));
    expect(await optionsOf({ ...weekly, endTime: NOW + 5 * DAY })).toMatchObject({ everyDays: 7 });
  });

  it('is compared with the clock of the service while no node tells the time', async () => {
    const time = () => Promise.reject(new Error('No node answers.'));
    const withoutNode = { ...ports, contracts: { ...ports.contracts, time } };
    const ending = (endTime: number) => create({ startTime: NOW - DAY, endTime }, withoutNode);
    expect(await errorOf(ending(NOW))).toMatchObject({ code: 'INVALID_PAYLOAD', values: { timestamp: NOW } });
    await expect(ending(NOW + 1)).resolves.toBeDefined();
  });

  it('may be absent where the start is past', async () => {
    expect(await optionsOf({ startTime: 1 })).toMatchObject({ startTime: 1, endTime: 0 });
  });
});

describe('the rounds of a giveaway', () => {
  it.each([
    ['active days without a repetition', { rollingActiveDays: 1 }, ['rollingActiveDays']],
    [
      'entries that carry over without a repetition',
      { rollingEntriesCarryOver: true },
      ['rollingEntriesCarryOver'],
    ],
    ['no active day', { rollingEveryDays: 7, rollingActiveDays: 0 }, ['rollingActiveDays']],
    ['more active days than days', { rollingEveryDays: 7, rollingActiveDays: 8 }, ['rollingActiveDays']],
    ['a repetition after more than a century', { rollingEveryDays: 36_501 }, ['rollingEveryDays']],
    ['a determination of 2', { determinationType: 2 }, ['determinationType']],
    ['a start of 0', { startTime: 0 }, ['startTime']],
  ])('are refused with %s', async (_what, body, fields) => {
    expect(await refusalOf(body)).toEqual(refused(...fields));
  });

  it('may repeat after a century, and carry their entries over', async () => {
    expect(await optionsOf({ rollingEveryDays: 36_500, rollingEntriesCarryOver: true })).toMatchObject({
      everyDays: 36_500,
      entriesCarryOver: true,
    });
  });
});
