import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Contract, JsonRpcProvider } from 'ethers';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drandBeaconArtifact } from '../../../src/adapters/chain/hub/artifacts/drand-beacon.ts';
import { giveawaysArtifact } from '../../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { passportArtifact } from '../../../src/adapters/chain/hub/artifacts/passport.ts';
import { startEmbeddedNode, type EmbeddedNode } from '../../../src/adapters/chain/embedded/embedded-node.ts';
import { createRpc, type Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import { eventually } from '../../support/eventually.ts';
import { allowSigner, receiptOf } from './chain.ts';

let directory: string;
let node: EmbeddedNode;
let rpc: Rpc;
let provider: JsonRpcProvider;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'chain-'));
  node = await startEmbeddedNode({ directory, warn: (message) => expect(message).toBeUndefined() });
  rpc = createRpc(node.url);
  provider = new JsonRpcProvider(node.url, 31_337, { staticNetwork: true, cacheTimeout: -1 });
});
afterAll(async () => {
  provider.destroy();
  await node.stop();
  await rm(directory, { recursive: true, force: true });
});

const call = (address: string, abi: readonly object[], method: string, ...values: readonly unknown[]) =>
  new Contract(address, [...abi], provider).getFunction(method)(...values) as Promise<unknown>;

describe('the contracts of an embedded chain', () => {
  it('reference each other, and the operator owns the hub', async () => {
    const { hub, passport } = node.deployment;
    expect(await call(hub, giveawaysArtifact.abi, 'passport')).toBe(passport);
    expect(await call(passport, passportArtifact.abi, 'hub')).toBe(hub);
    expect(await call(hub, giveawaysArtifact.abi, 'owner')).toBe(node.operator.address);
  });

  it("accept the embedded beacon's signature for its own round only", async () => {
    const round = BigInt(Math.floor(((await node.now()) - node.beacon.genesis) / node.beacon.period));
    const signature = (await node.beacon.signatureOf(round)) ?? '';
    const randomnessOf = (of: bigint) =>
      call(node.deployment.beacon, drandBeaconArtifact.abi, 'randomnessOf', of, signature);
    const randomness = createHash('sha256').update(signature.slice(2), 'hex').digest('hex');
    expect(await randomnessOf(round)).toBe(`0x${randomness}`);
    await expect(randomnessOf(round + 1n)).rejects.toMatchObject({
      revert: { name: 'BeaconSignatureInvalid' },
    });
  });
});

describe('an embedded chain', () => {
  it('has no account with a publicly known key', async () => {
    expect(await rpc.call('eth_accounts')).toEqual([]);
    const wellKnown = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    expect(await rpc.call('eth_getBalance', [wellKnown, 'latest'])).toBe('0x0');
  });

  it('gives the operator and the signers funds', async () => {
    const accounts = [node.operator, ...node.signers];
    expect(new Set(accounts.map(({ address }) => address)).size).toBe(6);
    for (const { address } of accounts) {
      expect(await provider.getBalance(address)).toBeGreaterThan(9_000n * 10n ** 18n);
    }
  });

  it('funds any account', async () => {
    const address = '0x00000000000000000000000000000000000000bb';
    await node.fund(address);
    expect(await provider.getBalance(address)).toBe(10_000n * 10n ** 18n);
  });

  it('mines a block for a transaction, and some more, so that it becomes final', async () => {
    const hash = await allowSigner(node);
    const receipt = (await receiptOf(node.url, hash)) as { readonly blockNumber: string };
    const isFinal = await eventually(
      () => rpc.call('eth_getBlockByNumber', ['finalized', false]) as Promise<{ readonly number: string }>,
      ({ number }) => Number(number) >= Number(receipt.blockNumber),
    );
    expect(Number(isFinal.number)).toBeGreaterThanOrEqual(Number(receipt.blockNumber));
  });

  it('stores its keys and its state in files that only their owner can read', async () => {
    // A file that is being written replaces the earlier one, with its mode.
    const storedFiles = (await readdir(directory)).filter((file) => !file.endsWith('.new'));
    expect(storedFiles).toContain('state.json.gz');
    for (const file of storedFiles) {
      expect([file, (await stat(join(directory, file))).mode & 0o777]).toEqual([file, 0o600]);
    }
  });

  it('listens on loopback only', () => {
    expect(new URL(node.url).hostname).toBe('127.0.0.1');
  });
});
