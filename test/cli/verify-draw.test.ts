import { describe, expect, it } from '@jest/globals';
import { Interface } from 'ethers';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drandBeaconArtifact } from '../../src/adapters/chain/hub/artifacts/drand-beacon.ts';
import { signRound, toContractKey, toPublicKey } from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import { QUICKNET } from '../../src/core/draws/quicknet.ts';
import type { Json } from '../support/http/http.ts';
import { runCli } from './run-cli.ts';
import {
  SECRET,
  OWN_BEACON,
  chain,
  carriedOver,
  riggedBeacon,
  verifyWith,
  verify,
  forward,
  serve,
  useDrawnChain,
} from './drawn-chain.ts';

useDrawnChain();

const TIMES = { genesis_time: 1_600_000_000, period: 3 };

describe('giveaways verify-draw', () => {
  it.each([0, 1])('repeats the draw of round %i from the chain alone', async (round) => {
    const { code, stdout } = await verify(['--giveaway', carriedOver, '--round', String(round)]);
    expect(stdout).toMatch(
      new RegExp(`VERIFIED: passport [123] won round ${round}, settled in block \\d+\\.`),
    );
    expect(stdout).not.toMatch(/DIFFERS|NOT VERIFIED/);
    expect(code).toBe(0);
  });

  it('prints each step as JSON', async () => {
    const { code, json } = await verify([
      '--giveaway',
      carriedOver.replace('0x', 'gwy_'),
      '--round',
      '1',
      '--json',
    ]);
    expect(code).toBe(0);
    expect(json).toMatchObject({
      verified: true,
      giveaway: carriedOver,
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
      'giveaway key': carriedOver,
    });
    expect(json.steps.filter((step: Json) => 'differs' in step)).toEqual([]);
  });

  it('finds the hub of a gateway on this machine in its data folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'verify-'));
    await mkdir(join(folder, 'chain'));
    const verifyThere = () =>
      runCli(['verify-draw', '--rpc', chain.url, '--giveaway', carriedOver, ...OWN_BEACON], {
        DATA_DIR: folder,
      });
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

  it("compares the beacon's key with the given one", async () => {
    const [, , ...times] = OWN_BEACON;
    const another = ['--beacon-key', toPublicKey(new Uint8Array(32).fill(8)), ...times];
    const wrong = await verifyWith(another, ['--giveaway', carriedOver]);
    expect(wrong.stdout).toMatch(/NOT VERIFIED: beacon key, signature\.$/m);
    expect(wrong.code).toBe(1);
  });

  it('compares the signature with the one that a relay publishes', async () => {
    const relay = await serve((url) => {
      const round = /^\/public\/(\d+)$/.exec(url)?.[1];
      if (round === undefined) return { public_key: toPublicKey(SECRET), ...TIMES };
      return { round: Number(round), signature: signRound(SECRET, BigInt(round)) };
    });
    const { code, stdout } = await verifyWith(['--beacon', relay.url], ['--giveaway', carriedOver]);
    const another = await verifyWith(
      ['--beacon', relay.url, '--beacon-genesis', '1'],
      ['--giveaway', carriedOver],
    );
    await relay.stop();
    expect(stdout).toMatch(/ok +relay's signature/);
    expect(stdout).toMatch(/the beacon that the options name/);
    expect(code).toBe(0);
    expect(another.stdout).toMatch(/NOT VERIFIED: beacon genesis, beacon round\./);
    expect(another.code).toBe(1);
  });

  it('refuses a relay that does not publish genesis and period', async () => {
    const relay = await serve(() => ({ public_key: toPublicKey(SECRET) }));
    const { code, stderr } = await verifyWith(['--beacon', relay.url], ['--giveaway', carriedOver]);
    await relay.stop();
    expect(stderr).toMatch(/BEACON_UNKNOWN/);
    expect(code).toBe(1);
  });
});

describe('a beacon that is not named by option', () => {
  const ADVICE = /is not drand's quicknet\. If you expect another beacon, name it: with --beacon/;
  const calls = new Interface(drandBeaconArtifact.abi);
  /** Verifies through a node that returns these parameters for the beacon's contract. */
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
    const ended = await verifyWith([], ['--giveaway', carriedOver], node.url);
    await node.stop();
    return ended;
  }

  it("is not accepted with another key than quicknet's", async () => {
    const { code, stdout } = await verifyWith([], ['--giveaway', carriedOver]);
    expect(stdout).toMatch(/NOT VERIFIED: beacon key, beacon genesis, beacon round, signature\./);
    expect(stdout).toMatch(ADVICE);
    expect(code).toBe(1);
  });

  it.each([[[]], [['--beacon-key', QUICKNET.publicKey]]])(
    "is not accepted with quicknet's key and signature and a shifted genesis: %j",
    async (beacon) => {
      const { code, stdout } = await verifyWith(beacon, ['--giveaway', riggedBeacon]);
      expect(stdout).toMatch(/ok +beacon key/);
      expect(stdout).toMatch(/NOT VERIFIED: beacon genesis, beacon round\./);
      expect(code).toBe(1);
    },
  );

  it('is not accepted with another period', async () => {
    const { code, stdout } = await verifyClaimed({ ...QUICKNET, period: 30 });
    expect(stdout).toMatch(/NOT VERIFIED: beacon period, /);
    expect(code).toBe(1);
  });

  it("is not accepted when only its parameters are quicknet's", async () => {
    const { code, stdout } = await verifyClaimed(QUICKNET);
    expect(stdout).toMatch(/ok +beacon period/);
    expect(stdout).toMatch(/NOT VERIFIED: beacon round, signature\.\n/);
    expect(code).toBe(1);
  });

  it.each([
    ['--beacon-genesis', '0'],
    ['--beacon-period', '0'],
    ['--beacon-period', '3s'],
  ])('is not accepted as named by %s %s', async (option, value) => {
    const { code } = await verifyWith([option, value], ['--giveaway', carriedOver]);
    expect(code).toBe(2);
  });
});
