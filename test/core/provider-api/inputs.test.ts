import { describe, expect, it } from '@jest/globals';
import { passportContact } from '../../../src/core/contacts/passport-contact.ts';
import { perform } from '../../../src/core/operations/perform.ts';
import { passportStatus } from '../../../src/core/passports/passport-status.ts';
import { PROVIDER_OPERATIONS } from '../../../src/core/provider-api/provider-operations.ts';
import { FIELDS, KINDS, number, REQUIRED, valuesOf } from '../../support/providers/field-values.ts';
import { A_WALLET, ANOTHER_WALLET, REQUESTS } from '../../support/providers/provider-requests.ts';
import { providerCaller } from '../support/callers.ts';
import { createPorts, errorOf } from '../support/ports.ts';

const ports = createPorts();
/** What its key asks for is refused as soon as the input has been read. */
const unsigned = providerCaller('prv_1', undefined, null);

function query(endpoint: string, body: unknown): Promise<unknown> {
  const operation = PROVIDER_OPERATIONS.find((one) => one.endpoint === endpoint);
  return perform(ports, unsigned, operation!, body, { requestId: 'request-1' });
}

/** The fields that a refusal names; undefined when it is none of the payload. */
async function wrongFieldsOf(work: Promise<unknown>): Promise<readonly string[] | undefined> {
  const { code, message, details } = await errorOf(work);
  if (code !== 'INVALID_PAYLOAD') return undefined;
  const fields = details?.map(({ path }) => path.join('.')) ?? [];
  for (const field of fields) expect(message).toContain(`${field} `);
  return [...new Set(fields)];
}

it('has a request for every operation, and values for every field', () => {
  const endpoints = PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint);
  expect(Object.keys(REQUESTS)).toEqual(endpoints);
  expect(Object.keys(REQUIRED)).toEqual(endpoints);
  expect(new Set(FIELDS.map(([, field]) => field))).toEqual(new Set(Object.keys(KINDS)));
});

describe.each(FIELDS)('%s: %s', (endpoint, field) => {
  const { right, wrong } = valuesOf(endpoint, field);
  const requestWith = (value: unknown) => ({ ...REQUESTS[endpoint], [field]: value });

  it('is refused by its name where it is wrong', async () => {
    for (const value of wrong)
      expect([value, await wrongFieldsOf(query(endpoint, requestWith(value)))]).toEqual([value, [field]]);
  });

  it('is taken where it is right', async () => {
    for (const value of right) {
      const { code } = await errorOf(query(endpoint, requestWith(value)));
      expect([value, code]).toEqual([value, 'SIGNER_NOT_CONFIGURED']);
    }
  });
});

describe('Fields that depend on each other', () => {
  const create = REQUESTS['create-giveaway'] ?? {};
  const rolling = { ...create, rollingEveryDays: 7 };
  const provision = REQUESTS['provision-entrant'] ?? {};
  const transfer = { ...provision, ownershipMode: 'transfer_existing_passport', sourceWallet: A_WALLET };

  it.each([
    ['an end at the start', 'create-giveaway', { ...create, endTime: create['startTime'] }, ['endTime']],
    ['an end before the start', 'create-giveaway', { ...create, endTime: 1 }, ['endTime']],
    [
      'active days of one round',
      'create-giveaway',
      { ...create, rollingActiveDays: 1 },
      ['rollingActiveDays'],
    ],
    ['no active days', 'create-giveaway', { ...rolling, rollingActiveDays: 0 }, ['rollingActiveDays']],
    ['overlapping rounds', 'create-giveaway', { ...rolling, rollingActiveDays: 8 }, ['rollingActiveDays']],
    [
      'one round that carries over',
      'create-giveaway',
      { ...create, rollingEntriesCarryOver: true },
      ['rollingEntriesCarryOver'],
    ],
    ['a mail to nobody', 'provision-entrant', { ...provision, notify: true }, ['email']],
    [
      'entries of no giveaway',
      'provision-entrant',
      { ...provision, giveawayId: null, issue: true },
      ['giveawayId'],
    ],
    [
      'a move from nowhere to nowhere',
      'provision-entrant',
      { ...transfer, entrantWallet: '', sourceWallet: '' },
      ['entrantWallet', 'sourceWallet'],
    ],
    [
      'several wrong fields',
      'issue-entries',
      { giveawayId: '', passportId: 0, amount: -1, evidence: 5 },
      ['giveawayId', 'passportId', 'amount', 'evidence'],
    ],
    [
      'several wrong addresses',
      'record-prize-delivery',
      {
        ...REQUESTS['record-prize-delivery'],
        assetContract: A_WALLET.replace('aA', 'Aa'),
        recipient: ANOTHER_WALLET.replace('fB', 'Fb'),
      },
      ['assetContract', 'recipient'],
    ],
  ])('are refused by their names: %s, %s', async (_what, endpoint, body, fields) => {
    expect(await wrongFieldsOf(query(endpoint, body))).toEqual(fields);
  });

  it.each([
    ['the shortest giveaway', 'create-giveaway', { ...create, endTime: Number(create['startTime']) + 1 }],
    ['rounds without a pause', 'create-giveaway', { ...rolling, rollingActiveDays: 7 }],
    ['rounds that carry over', 'create-giveaway', { ...rolling, rollingEntriesCarryOver: true }],
    ['a passport alone', 'provision-entrant', { entrantWallet: A_WALLET }],
    ['a passport alone, said so', 'provision-entrant', { ...provision, amount: null, issue: false }],
    ['a managed wallet', 'provision-entrant', { ownershipMode: 'managed_wallet' }],
    ['a move', 'provision-entrant', transfer],
    ['unknown members', 'draw-winner', { ...REQUESTS['draw-winner'], signer: A_WALLET, provider: 'prv_1' }],
  ])('are taken: %s, %s', async (_what, endpoint, body) => {
    expect(await errorOf(query(endpoint, body))).toMatchObject({ code: 'SIGNER_NOT_CONFIGURED' });
  });
});

describe.each([
  ['passport-contact', (passportId: unknown) => ports.run(unsigned, passportContact, { passportId })],
  ['passport-status', (passportId: unknown) => ports.run(unsigned, passportStatus, { passportId })],
] as const)('the passport of %s', (_endpoint, read) => {
  it('is refused by its name where it is wrong', async () => {
    for (const passportId of [...number(1, Number.MAX_SAFE_INTEGER).wrong, null, undefined])
      expect(await wrongFieldsOf(read(passportId))).toEqual(['passportId']);
  });

  it('is not found where nobody has it, as a number and as digits', async () => {
    for (const passportId of [999_999, '999999'])
      expect(await errorOf(read(passportId))).toMatchObject({ code: 'NOT_FOUND', reason: 'PASSPORT' });
  });
});
