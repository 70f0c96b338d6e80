import { describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signRound, toPublicKey } from '../../../src/adapters/chain/beacon/beacon-scheme.ts';
import { QUICKNET } from '../../../src/core/draws/quicknet.ts';
import type { Json } from '../../support/http/http.ts';
import { runCli } from '../run-cli.ts';
import {
  SECRET,
  OWN_BEACON,
  chain,
  carriedOver,
  riggedBeacon,
  forward,
  serve,
  useDrawnChain,
} from '../../support/chain/drawn-chain.ts';
import { verifyAlone, verifyWith, verify } from './run-verify-draw.ts';

useDrawnChain();

const TIMES = { genesis_time: 1_600_000_000, period: 3 };

describe('giveaways verify-draw', () => {
  it.each([0, 1])('repeats the draw of round %i from the chain alone', async (round) => {
    const { code, stdout } = await verifyAlone(['--giveaway', carriedOver, '--round', String(round)]);
    expect(stdout).toMatch(
      new RegExp(
        `^VERIFIED: passport [123] won round ${round + 1} \\(index ${round}\\) of the hub ${chain.hub.toLowerCase()} on chain 31337, settled in block \\d+; as reported by 1 node, not proved\\. Twins: 1 of 1 other drawn giveaway of the provider overlaps .*\\.$`,
        'm',
      ),
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
      hub: chain.hub.toLowerCase(),
      basis: 'reported',
      final: true,
      twins: {
        compared: 1,
        twins: [{ externalId: 'rigged', sharedEntrants: 1 }],
        list: 'reported',
        fromBlock: 0,
      },
      signers: { signers: [{ changes: 6 }], isContract: false },
      provider: chain.providerKey,
      externalId: 'carried',
    });
    const found = Object.fromEntries(json.steps.map(({ name, found }: Json) => [name, found]));
    expect(found).toMatchObject({
      total: '16',
      entries: '6 changes, each from an open round',
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
    expect(wrong.stdout).toMatch(
      /NOT VERIFIED: beacon key, signature\. Asked for: hub 0x\w+ on chain 31337\.$/m,
    );
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

describe('giveaways verify-draw --prove', () => {
  it('proves the draw, saves the proof and verifies it from the file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'verify-'));
    const file = join(folder, 'proof.json');
    const block = (await chain.rpc.call('eth_getBlockByNumber', ['finalized', false])) as Json;
    const sources = ['--block-hash', block.hash];
    const proved = await verify(['--giveaway', carriedOver, '--prove', '--save', file, ...sources]);
    const fromFile = await runCli([
      'verify-draw',
      '--proof',
      file,
      '--rpc',
      chain.url,
      ...sources,
      ...OWN_BEACON,
    ]);
    const alone = await runCli(['verify-draw', '--proof', file, ...sources, ...OWN_BEACON]);
    const proof = await readFile(file, 'utf8');
    await writeFile(file, proof.replace(/"passportId":"\d+"/, '"passportId":"9"'));
    const altered = await runCli([
      'verify-draw',
      '--proof',
      file,
      '--rpc',
      chain.url,
      ...sources,
      ...OWN_BEACON,
    ]);
    const other = await verify(['--giveaway', riggedBeacon, '--proof', file]);
    await rm(folder, { recursive: true });
    expect(proved.stdout).toMatch(
      /^VERIFIED: .*; proved in the state of block \d+, whose hash 2 sources confirm, and its times reported by 1 source\. Twins: 1 of 1 .*, the list of all announcements is proved\)/m,
    );
    expect(proved.stdout).toMatch(/^ok +history +proved/m);
    expect(proved.stdout).toMatch(/^ok +settled +reported/m);
    expect(fromFile.stdout).toMatch(/^VERIFIED: .*; proved in the state/m);
    expect(alone.stdout).toMatch(/^NOT VERIFIED: block hash, receipt blocks\./m);
    expect(altered.stdout).toMatch(/^NOT VERIFIED: outcome proof, draw receipt, winner\./m);
    expect(other.stderr).toMatch(/The proof is of the giveaway/);
    expect([proved, fromFile, alone, altered, other].map(({ code }) => code)).toEqual([0, 0, 1, 1, 2]);
  });

  it('names the node that differs', async () => {
    const liar = await serve(async (_url, body) => {
      const { requested, responses, response } = await forward(body);
      for (const [index, { method }] of requested.entries())
        if (method === 'eth_getLogs') responses[index].result = responses[index].result.slice(1);
      return response;
    });
    const { code, stdout } = await verify(['--giveaway', carriedOver, '--prove', '--rpc', liar.url]);
    await liar.stop();
    expect(stdout).toMatch(new RegExp(`^DIFFERS +nodes .*${new URL(liar.url).host}`, 'm'));
    expect(code).toBe(1);
  });
});

describe('a beacon that is not named by option', () => {
  const ADVICE = /is not drand's quicknet\. If you expect another beacon, name it: with --beacon/;
  it("is not accepted with another key than quicknet's", async () => {
    const { code, stdout } = await verifyWith([], ['--giveaway', carriedOver]);
    expect(stdout).toMatch(/NOT VERIFIED: beacon key, beacon genesis, margin, beacon round, signature\./);
    expect(stdout).toMatch(ADVICE);
    expect(code).toBe(1);
  });

  it.each([[[]], [['--beacon-key', QUICKNET.publicKey]]])(
    "is not accepted with quicknet's key and signature and a shifted genesis: %j",
    async (beacon) => {
      const { code, stdout } = await verifyWith(beacon, ['--giveaway', riggedBeacon]);
      expect(stdout).toMatch(/ok +beacon key/);
      expect(stdout).toMatch(/NOT VERIFIED: beacon genesis, margin, beacon round\./);
      expect(code).toBe(1);
    },
  );

  it('is not accepted with another period', async () => {
    const { code, stdout } = await verifyWith(
      [...OWN_BEACON.slice(0, -1), '30'],
      ['--giveaway', carriedOver],
    );
    expect(stdout).toMatch(/NOT VERIFIED: beacon period, /);
    expect(code).toBe(1);
  });

  it('is not accepted with a shorter margin than --min-margin says', async () => {
    const { code, stdout } = await verify(['--giveaway', carriedOver, '--min-margin', '61']);
    expect(stdout).toMatch(/NOT VERIFIED: margin\./);
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
