import { beforeAll, describe, expect, it } from '@jest/globals';
import * as documents from '../../src/cli/documents.ts';
import { OPERATIONS } from '../../src/cli/provider/generated.ts';
import { OPERATION_ROWS } from '../../src/cli/provider/operations.ts';
import { PROVIDER_OPERATIONS } from '../../src/core/provider-api/provider-operations.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { runCli, type CommandResult } from './run-cli.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

describe('the commands of operations', () => {
  it('are the operations of providers, each with a document that names its response like the others', () => {
    const endpoints = PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint).toSorted();
    const names = OPERATION_ROWS.map(({ name }) => name);
    expect(endpoints.length).toBeGreaterThan(9);
    expect(names.filter((name) => endpoints.includes(name)).toSorted()).toEqual(endpoints);
    for (const mutation of Object.keys(OPERATIONS)) {
      const name = `${mutation[0]?.toUpperCase() ?? ''}${mutation.slice(1)}`;
      expect(String((documents as Record<string, unknown>)[name])).toMatch(
        new RegExp(`^mutation ${name}.*requested: ${mutation}\\(input: \\$input\\)`, 's'),
      );
    }
  });

  it('take the fields of the input as options, with their meanings from the schema', () => {
    const { options = [] } = OPERATION_ROWS.find(({ name }) => name === 'create-giveaway') ?? {};
    const texts = options.map(({ flags, description }) => `${flags}: ${description}`);
    expect(texts).toEqual(
      expect.arrayContaining([
        '--giveaway-id <text>: your own identifier of the giveaway, at most 128 characters',
        expect.stringMatching(/^--start-time <time>: seconds since the epoch/),
        expect.stringMatching(/^--determination-type <choice>: .*: on-chain-random, provider-declared$/),
        '--requires-handshake: whether the winner confirms receipt before a delivery can be recorded',
        expect.stringMatching(/^--winners <number>: /),
        expect.stringMatching(/^--idempotency-key <text>: /),
      ]),
    );
    expect(options).toHaveLength(17);
  });
});

describe('giveaways operations, giveaways and rounds', () => {
  const gateway = sharedByTests(() => startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0' }));
  let run: (...args: readonly string[]) => Promise<CommandResult>;
  beforeAll(async () => {
    const { secret } = await createProviderWithSigner(gateway);
    run = (...args) => runCli([...args, '--json'], { GIVEAWAYS_URL: gateway.url, GIVEAWAYS_TOKEN: secret });
  });

  it('run a giveaway from its creation to the status of a passport, and show it', async () => {
    const created = await run(
      'operations',
      'create-giveaway',
      '--giveaway-id',
      'by hand',
      '--start-time',
      '2026-01-01T00:00:00Z',
      '--determination-type',
      'provider-declared',
      '--rolling-every-days',
      '7',
      '--title',
      'By hand',
    );
    expect([created.code, created.json]).toMatchObject([
      0,
      { endpoint: 'create-giveaway', status: 'CONFIRMED', replayed: false },
    ]);
    const { id } = created.json.result;

    const provisioned = await run('operations', 'provision-entrant', '--ownership-mode', 'managed-wallet');
    const { passportId } = provisioned.json.result;
    const issued = await run(
      'operations',
      'issue-entries',
      '--giveaway-id',
      'by hand',
      '--passport-id',
      String(passportId),
      '--amount',
      '4000000000',
      '--idempotency-key',
      'one',
    );
    expect(issued.json.result).toMatchObject({ entries: 4_000_000_000 });
    const operation = await run('operations', 'get', issued.json.id);
    expect(operation.json).toMatchObject({ id: issued.json.id, endpoint: 'issue-entries' });
    const status = await run('operations', 'passport-status', '--passport-id', String(passportId));
    expect(status.json).toMatchObject({ passportId, ownerChanged: false });

    const { json: list } = await run('giveaways', 'list', '--state', 'running');
    expect(list.giveaways).toMatchObject([{ id, giveawayId: 'by hand', title: 'By hand' }]);
    const { json: shown } = await run('giveaways', 'get', id);
    expect(shown.currentRound).toMatchObject({ state: 'OPEN', entriesTotal: 4_000_000_000 });
    const { json: rounds } = await run('rounds', 'list', id, '--first', '2');
    expect(rounds.rounds.map(({ index }: { index: number }) => index)).toEqual([0, 1]);
    expect((await run('rounds', 'get', id, '0')).json).toMatchObject({ index: 0 });
    expect((await run('rounds', 'get', id, '60')).json).toMatchObject({ index: 60, state: 'SCHEDULED' });
    expect((await run('rounds', 'get', id, 'last')).json.error.code).toBe('WRONG_USAGE');
  });

  it('report what is wrong with a value or a request', async () => {
    const notPast = await run('operations', 'draw-winner', '--giveaway-id', 'nothing');
    expect([notPast.code, notPast.json.error.code]).toEqual([1, 'NOT_FOUND']);
    const time = await run('operations', 'create-giveaway', '--start-time', 'tomorrow');
    expect([time.code, time.json.error.message]).toEqual([
      2,
      expect.stringContaining('2027-08-31T18:00:00Z'),
    ]);
    const unknown = await run('giveaways', 'get', `gwy_${'0'.repeat(64)}`);
    expect([unknown.code, unknown.json.error.code]).toEqual([1, 'NOT_FOUND']);
  });
});
