import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ContractFactory, getCreateAddress, id, Interface, ZeroAddress, ZeroHash, type Signer } from 'ethers';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { drandBeaconArtifact } from '../../src/adapters/chain/hub/artifacts/drand-beacon.ts';
import { giveawaysArtifact } from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { signRound, toContractKey, toPublicKey } from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import { QUICKNET } from '../../src/core/draws/quicknet.ts';
import { startTestChain, type TestChain, keyOf } from '../support/chain/anvil.ts';
import type { Json } from '../support/http/http.ts';
import { runCli } from './run-cli.ts';

const DAY = 86_400;
// The beacon of the test's chain.
const SECRET = new Uint8Array(32).fill(7);
const TIMES = { genesis_time: 1_600_000_000, period: 3 };
const OWN_BEACON = [
  '--beacon-key',
  toPublicKey(SECRET),
  '--beacon-genesis',
  '1600000000',
  '--beacon-period',
  '3',
];
const ROUND_1000_OF_QUICKNET =
  '0xb44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
const HUB = new Interface(giveawaysArtifact.abi);

let chain: TestChain;
let carried: string;
let declared: string;
let rigged: string;
beforeAll(async () => {
  chain = await startTestChain();
  const { contract, providerKey, rpc } = chain;
  const send = async (name: string, ...args: readonly unknown[]) =>
    (await contract.getFunction(name)(...args)).wait();
  const latest = (await rpc.call('eth_getBlockByNumber', ['latest', false])) as { timestamp: string };
  const start = Number(latest.timestamp) + 100;
  const at = (seconds: number) => rpc.call('evm_setNextBlockTimestamp', [`0x${seconds.toString(16)}`]);
  const from = await (contract.runner as Signer).getAddress();
  const options = {
    externalId: 'carried',
    startTime: start,
    endTime: 0,
    determination: 1,
    requiresHandshake: false,
    providerPaysReceiptGas: false,
    entriesCarryOver: true,
    everyDays: 2,
    activeDays: 1,
    beacon: getCreateAddress({ from, nonce: 0 }),
    beaconMargin: 60,
    metadataHash: ZeroHash,
    metadataUri: '',
  };
  carried = keyOf(providerKey, 'carried');
  declared = keyOf(providerKey, 'declared');
  await chain.mintPassports(3);
  await send('createGiveaway', providerKey, options);
  await send('createGiveaway', providerKey, {
    ...options,
    externalId: 'declared',
    determination: 0,
    beacon: ZeroAddress,
    beaconMargin: 0,
  });
  rigged = keyOf(providerKey, 'rigged');
  await send('createGiveaway', providerKey, {
    ...options,
    externalId: 'rigged',
    endTime: start + DAY,
    entriesCarryOver: false,
    everyDays: 0,
    activeDays: 0,
    beacon: await deployRigged(start + DAY + 60),
  });
  let changes = 0;
  const change = (passportId: number, amount: number, remove = false, giveaway = carried) =>
    send('changeEntries', giveaway, {
      opKey: id(`change ${(changes += 1)}`),
      passportId,
      amount,
      remove,
      reasonCode: 0,
      evidence: ZeroHash,
      expectedOwner: ZeroAddress,
    });
  await at(start + 10);
  await change(1, 5);
  await change(2, 9);
  await change(1, 2, true);
  await change(1, 1, false, rigged);
  await at(start + 2 * DAY);
  await change(3, 4);
  await at(start + 4 * DAY);
  await change(1, 100);
  await at(start + 5 * DAY + 200);
  await rpc.call('evm_mine');
  for (const round of [0, 1]) {
    const beaconRound: bigint = await contract.getFunction('beaconRoundOf')(carried, round);
    await send('drawWinner', carried, round, `0x${signRound(SECRET, beaconRound)}`);
  }
  await send('drawWinner', rigged, 0, ROUND_1000_OF_QUICKNET);
}, 60_000);

/** The verifier of quicknet's own key, to which round 1000, known since 2023, is the one of this time; its address. */
async function deployRigged(time: number): Promise<string> {
  const { contract } = chain;
  const { abi, bytecode } = drandBeaconArtifact;
  const factory = new ContractFactory(abi, bytecode, contract.runner);
  const key = toContractKey(QUICKNET.publicKey);
  const deployed = await factory.deploy(key, time - 999 * QUICKNET.period, QUICKNET.period);
  await deployed.waitForDeployment();
  const address = await deployed.getAddress();
  await (await contract.getFunction('setBeacon')(address, true)).wait();
  return address;
}

afterAll(() => chain?.stop());

const verifyWith = (beacon: readonly string[], args: readonly string[], rpc = chain.url) =>
  runCli(['verify-draw', '--rpc', rpc, '--hub', chain.hub, ...args, ...beacon]);
const verify = (args: readonly string[], rpc = chain.url) => verifyWith(OWN_BEACON, args, rpc);

describe('giveaways verify-draw', () => {
  it.each([0, 1])('draws round %i again from the chain alone', async (round) => {
    const { code, stdout } = await verify(['--giveaway', carried, '--round', String(round)]);
    expect(stdout).toMatch(
      new RegExp(`VERIFIED: passport [123] won round ${round}, settled in block \\d+\\.`),
    );
    expect(stdout).not.toMatch(/DIFFERS|NOT VERIFIED/);
    expect(code).toBe(0);
  });

  it('prints each step as JSON', async () => {
    const { code, json } = await verify([
      '--giveaway',
      carried.replace('0x', 'gwy_'),
      '--round',
      '1',
      '--json',
    ]);
    expect(code).toBe(0);
    expect(json).toMatchObject({
      verified: true,
      giveaway: carried,
      round: 1,
      chainId: 31_337,
      hub: chain.hub,
      provider: chain.providerKey,
      externalId: 'carried',
    });
    const found = Object.fromEntries(json.steps.map(({ name, found }: Json) => [name, found]));
    expect(found).toMatchObject({
      total: '16',
      entries: '5 changes, each while its round was open',
      margin: '60 s',
      'giveaway key': carried,
    });
    expect(json.steps.filter((step: Json) => 'differs' in step)).toEqual([]);
  });

  it('finds the hub of a gateway on this machine by its data folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'verify-'));
    await mkdir(join(folder, 'chain'));
    const verifyThere = () =>
      runCli(['verify-draw', '--rpc', chain.url, '--giveaway', carried, ...OWN_BEACON], { DATA_DIR: folder });
    const without = await verifyThere();
    const addresses = (chainId: number) => JSON.stringify({ chainId, hub: chain.hub });
    await writeFile(join(folder, 'chain', 'addresses.json'), addresses(1));
    const another = await verifyThere();
    await writeFile(join(folder, 'chain', 'addresses.json'), addresses(31_337));
    const right = await verifyThere();
    await rm(folder, { recursive: true });
    expect([without.stderr, another.stderr]).toEqual([
      expect.stringMatching(/Name the contract with --hub/),
      expect.stringMatching(/Name the contract with --hub/),
    ]);
    expect(right.stdout).toMatch(/VERIFIED/);
    expect(right.code).toBe(0);
  });

  it('compares the key that it is given', async () => {
    const [, , ...times] = OWN_BEACON;
    const another = ['--beacon-key', toPublicKey(new Uint8Array(32).fill(8)), ...times];
    const wrong = await verifyWith(another, ['--giveaway', carried]);
    expect(wrong.stdout).toMatch(/NOT VERIFIED: beacon key, signature\.$/m);
    expect(wrong.code).toBe(1);
  });

  it('compares what a relay of the beacon publishes', async () => {
    const relay = await serve((url) => {
      const round = /^\/public\/(\d+)$/.exec(url)?.[1];
      if (round === undefined) return { public_key: toPublicKey(SECRET), ...TIMES };
      return { round: Number(round), signature: signRound(SECRET, BigInt(round)) };
    });
    const { code, stdout } = await verifyWith(['--beacon', relay.url], ['--giveaway', carried]);
    const another = await verifyWith(
      ['--beacon', relay.url, '--beacon-genesis', '1'],
      ['--giveaway', carried],
    );
    await relay.stop();
    expect(stdout).toMatch(/ok +relay's signature/);
    expect(stdout).toMatch(/not quicknet: as the options name it/);
    expect(code).toBe(0);
    expect(another.stdout).toMatch(/NOT VERIFIED: beacon genesis, beacon round\./);
    expect(another.code).toBe(1);
  });

  it('takes nothing for a beacon that does not tell its times', async () => {
    const relay = await serve(() => ({ public_key: toPublicKey(SECRET) }));
    const { code, stderr } = await verifyWith(['--beacon', relay.url], ['--giveaway', carried]);
    await relay.stop();
    expect(stderr).toMatch(/BEACON_UNKNOWN/);
    expect(code).toBe(1);
  });
});

describe('a beacon that nobody named', () => {
  const ADVICE = /is not drand's quicknet\. If you expect another one, name it: by --beacon/;
  const calls = new Interface(drandBeaconArtifact.abi);
  /** Through a node that lets the beacon's contract claim something else. */
  async function verifyClaimed({ publicKey, genesis, period }: typeof QUICKNET) {
    const claims = Object.entries({ publicKey: toContractKey(publicKey), genesis, period });
    const results = new Map(
      claims.map(([name, value]) => [
        calls.encodeFunctionData(name),
        calls.encodeFunctionResult(name, [value]),
      ]),
    );
    const node = await serve(async (_url, body) => {
      const { asked, answers, answer } = await forward(body);
      for (const [place, { params }] of asked.entries()) {
        const claim = results.get(params?.[0]?.data);
        if (claim !== undefined) answers[place].result = claim;
      }
      return answer;
    });
    const ended = await verifyWith([], ['--giveaway', carried], node.url);
    await node.stop();
    return ended;
  }

  it('does not verify with a key of its own', async () => {
    const { code, stdout } = await verifyWith([], ['--giveaway', carried]);
    expect(stdout).toMatch(/NOT VERIFIED: beacon key, beacon genesis, beacon round, signature\./);
    expect(stdout).toMatch(ADVICE);
    expect(code).toBe(1);
  });

  it.each([[[]], [['--beacon-key', QUICKNET.publicKey]]])(
    "does not verify with quicknet's own key and signature, and a shifted genesis: %j",
    async (beacon) => {
      const { code, stdout } = await verifyWith(beacon, ['--giveaway', rigged]);
      expect(stdout).toMatch(/ok +beacon key/);
      expect(stdout).toMatch(/NOT VERIFIED: beacon genesis, beacon round\./);
      expect(code).toBe(1);
    },
  );

  it('does not verify with another period', async () => {
    const { code, stdout } = await verifyClaimed({ ...QUICKNET, period: 30 });
    expect(stdout).toMatch(/NOT VERIFIED: beacon period, /);
    expect(code).toBe(1);
  });

  it('does not verify with the claim of being quicknet alone', async () => {
    const { code, stdout } = await verifyClaimed(QUICKNET);
    expect(stdout).toMatch(/ok +beacon period/);
    expect(stdout).toMatch(/NOT VERIFIED: beacon round, signature\.\n/);
    expect(code).toBe(1);
  });

  it.each([
    ['--beacon-genesis', '0'],
    ['--beacon-period', '0'],
    ['--beacon-period', '3s'],
  ])('is not named by %s %s', async (option, value) => {
    const { code } = await verifyWith([option, value], ['--giveaway', carried]);
    expect(code).toBe(2);
  });
});

describe('a record that does not hold', () => {
  /** The node with another answer for some logs. */
  async function verifyThrough(tamper: (logs: Json[]) => Json[], round = 1) {
    const node = await serve(async (_url, body) => {
      const { asked, answers, answer } = await forward(body);
      for (const [place, { method }] of asked.entries())
        if (method === 'eth_getLogs') answers[place].result = tamper(answers[place].result);
      return answer;
    });
    const ended = await verify(['--giveaway', carried, '--round', String(round)], node.url);
    await node.stop();
    return ended;
  }
  const nameOf = ({ topics, data }: Json) => HUB.parseLog({ topics, data })?.name;
  /** The logs with one event's arguments changed. */
  const rewrite = (event: string, change: (values: Json[]) => void) => (logs: Json[]) =>
    logs.map((log) => {
      const parsed = HUB.parseLog(log);
      if (parsed?.name !== event) return log;
      const values: Json[] = [...parsed.args];
      change(values);
      return { ...log, ...HUB.encodeEventLog(event, values) };
    });

  it('is refused when a change of entries is missing', async () => {
    const { code, stdout } = await verifyThrough((logs) => {
      const lost = logs.findIndex((log) => nameOf(log) === 'EntriesChanged');
      return logs.filter((_, place) => place !== lost);
    });
    expect(stdout).toMatch(/NOT VERIFIED: .*entries.*total/);
    expect(code).toBe(1);
  });

  it.each<[string, string, number, Json]>([
    ['another winner', 'winner', 2, 9n],
    ['another signature', 'signature', 5, `0x${'ab'.repeat(48)}`],
    ['another randomness', 'randomness', 6, id('another')],
    ['another total', 'total', 7, 99],
    ['another ticket', 'ticket', 8, 999],
  ])('is refused when it names %s', async (_case, step, place, value) => {
    const { code, stdout } = await verifyThrough(rewrite('WinnerDrawn', (values) => (values[place] = value)));
    expect(stdout).toMatch(new RegExp(`DIFFERS +${step} `));
    expect(code).toBe(1);
  });

  it.each<[string, string, (options: Json[]) => void]>([
    ['of another provider', 'giveaway key', (values) => (values[1] = id('another'))],
    [
      'of another name',
      'giveaway key',
      (values) => (values[3] = { ...values[3].toObject(), externalId: 'b' }),
    ],
    [
      'that the close could outrun',
      'margin',
      (values) => (values[3] = { ...values[3].toObject(), beaconMargin: 29 }),
    ],
  ])('is refused when it is of a giveaway %s', async (_case, step, change) => {
    const { code, stdout } = await verifyThrough(rewrite('GiveawayCreated', change));
    expect(stdout).toMatch(new RegExp(`DIFFERS +${step} `));
    expect(code).toBe(1);
  });

  it('is refused when entries changed after the close', async () => {
    const { code, stdout } = await verifyThrough((logs) => {
      const last = logs.findLast((log) => nameOf(log) === 'EntriesChanged');
      const late = `0x${(Number(last?.blockTimestamp) + 2 * DAY).toString(16)}`;
      return logs.map((log) => (log === last ? { ...log, blockTimestamp: late } : log));
    });
    expect(stdout).toMatch(/entries of round 2 changed while it was not open/);
    expect(code).toBe(1);
  });
});

describe('what cannot be verified', () => {
  it.each<[string, () => readonly string[], RegExp]>([
    ['a round without a draw', () => ['--giveaway', carried, '--round', '2'], /NOT_DRAWN/],
    ['a giveaway whose winners are declared', () => ['--giveaway', declared], /NOT_DRAWN/],
    ['a giveaway that the hub does not know', () => ['--giveaway', id('none')], /NOT_FOUND/],
    ['what is no giveaway', () => ['--giveaway', '12'], /neither the key of a giveaway/],
  ])('is %s', async (_case, args, message) => {
    const { code, stderr } = await verify(args());
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  });

  it('is a chain that cannot be reached', async () => {
    const { code, stderr } = await verify(['--giveaway', carried], 'http://127.0.0.1:1');
    expect(stderr).toMatch(/UNREACHABLE/);
    expect(code).toBe(1);
  });

  it.each([
    [['verify-draw', '--rpc', 'x', '--hub', ZeroAddress, '--giveaway', id('a')]],
    [['verify-draw', '--hub', ZeroAddress, '--giveaway', id('a')]],
    [['verify-draw', '--rpc', 'http://127.0.0.1:1', '--hub', ZeroAddress]],
  ])('is wrong usage: %j', async (args) => {
    expect((await runCli(args)).code).toBe(2);
  });
});

/** Asks the chain, one question or several. */
async function forward(body: Json) {
  const response = await fetch(chain.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Json;
  const asked: Json[] = Array.isArray(body) ? body : [body];
  const answers: Json[] = Array.isArray(answer) ? answer : [answer];
  return { asked, answers, answer };
}

/** A server that answers every request with JSON. */
async function serve(
  answer: (url: string, body: Json) => unknown,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    void (async () => {
      const body = request.method === 'POST' ? await json(request) : undefined;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(await answer(request.url ?? '', body)));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
