import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chainHash, createBeaconRoutes } from '../../src/adapters/chain/beacon/beacon-routes.ts';
import {
  isSignatureOf,
  latestRound,
  signRound,
  timeOfRound,
  toContractKey,
} from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import { createEmbeddedBeacon } from '../../src/adapters/chain/beacon/embedded-beacon.ts';
import { createRelayBeacon } from '../../src/adapters/chain/beacon/relay-beacon.ts';
import { QUICKNET } from '../../src/core/draws/quicknet.ts';
import type { BeaconSource } from '../../src/core/draws/beacon-source.ts';
import { startHttpServer, type TestServer } from '../support/http/http-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ROUND_1000 =
  'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
const NOW = 1_700_000_000;
const SIGNED = latestRound(QUICKNET, NOW);

const directory = temporaryDirectory('beacon');
let beacon: BeaconSource;
const servers: TestServer[] = [];
beforeAll(async () => {
  beacon = await createEmbeddedBeacon({ directory, now: async () => NOW });
});
afterAll(async () => {
  for (const server of servers) await server.stop();
});

describe('the scheme of quicknet', () => {
  it('accepts a signature of quicknet', () => {
    expect(isSignatureOf(QUICKNET.publicKey, 1000n, ROUND_1000)).toBe(true);
  });

  it.each([
    ['of another round', 1001n, ROUND_1000],
    ['negated', 1000n, ROUND_1000.replace('b4', '94')],
    ['without its compression flag', 1000n, ROUND_1000.replace('b4', '34')],
    ['infinity', 1000n, `c0${'00'.repeat(47)}`],
    ['too short', 1000n, ROUND_1000.slice(2)],
    ['in capitals', 1000n, ROUND_1000.toUpperCase()],
    ['empty', 1000n, ''],
  ])('refuses a signature %s', (_, round, signature) => {
    expect(isSignatureOf(QUICKNET.publicKey, round, signature)).toBe(false);
  });

  it('computes rounds from the time', () => {
    expect(timeOfRound(QUICKNET, 1n)).toBe(1_692_803_367n);
    expect(latestRound(QUICKNET, 1_692_803_366)).toBe(0n);
    expect(latestRound(QUICKNET, 1_692_803_367)).toBe(1n);
    expect(latestRound(QUICKNET, 1_692_803_369)).toBe(1n);
    expect(latestRound(QUICKNET, 1_692_803_370)).toBe(2n);
  });

  it('refuses a public key that is not a key', () => {
    expect(() => toContractKey(`80${'00'.repeat(95)}`)).toThrow(Error);
  });
});

describe('the embedded beacon', () => {
  it('signs the rounds whose time has come, and no others', async () => {
    const signature = (await beacon.signatureOf(SIGNED)) ?? '';
    expect(isSignatureOf(beacon.publicKey, SIGNED, signature.slice(2))).toBe(true);
    expect(await beacon.signatureOf(SIGNED + 1n)).toBeUndefined();
    expect(await beacon.signatureOf(0n)).toBeUndefined();
  });

  it('keeps its key over restarts', async () => {
    const again = await createEmbeddedBeacon({ directory, now: async () => NOW });
    expect(again.publicKey).toBe(beacon.publicKey);
    const elsewhere = await mkdtemp(join(tmpdir(), 'beacon-'));
    const other = await createEmbeddedBeacon({ directory: elsewhere, now: async () => NOW });
    expect(other.publicKey).not.toBe(beacon.publicKey);
    await rm(elsewhere, { recursive: true });
  });
});

describe("drand's HTTP API", () => {
  let url: string;
  beforeAll(async () => {
    url = await serveBeacon();
  });

  const read = async (path: string, method = 'GET') => {
    const response = await fetch(`${url}${path}`, { method });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  };

  it('describes the beacon', async () => {
    expect(await read('/info')).toEqual({
      status: 200,
      body: {
        public_key: beacon.publicKey,
        period: 3,
        genesis_time: 1_692_803_367,
        hash: expect.stringMatching(/^[\da-f]{64}$/),
        groupHash: expect.stringMatching(/^[\da-f]{64}$/),
        schemeID: 'bls-unchained-g1-rfc9380',
        metadata: { beaconID: 'embedded' },
      },
    });
  });

  it('names a network as drand does', () => {
    const groupHash = 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e';
    expect(chainHash({ ...QUICKNET, groupHash, beaconId: 'quicknet' })).toBe(
      '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
    );
  });

  it('serves a round and the latest round', async () => {
    const signature = (await beacon.signatureOf(SIGNED))?.slice(2);
    const expected = { round: Number(SIGNED), randomness: expect.stringMatching(/^[\da-f]{64}$/), signature };
    expect(await read(`/public/${SIGNED}`)).toEqual({ status: 200, body: expected });
    expect(await read('/public/latest')).toEqual({ status: 200, body: expected });
  });

  it.each([
    ['/public/0', 404],
    ['/public/1x', 404],
    ['/public/99999999999999999999', 404],
    [`/public/${SIGNED + 1n}`, 404],
    ['/', 404],
    ['/public', 404],
  ])('answers %s with %i', async (path, status) => {
    expect(await read(path)).toEqual({ status, body: { error: expect.any(String) } });
  });

  it('allows reads only', async () => {
    expect((await read('/info', 'POST')).status).toBe(405);
  });
});

describe('relays of a beacon', () => {
  let warnings: string[];
  const open = (...urls: readonly string[]) => {
    warnings = [];
    return createRelayBeacon({
      scheme: beacon,
      urls,
      timeoutMs: 500,
      warn: (message) => void warnings.push(message),
    });
  };
  const relays = (...urls: readonly string[]) => open(...urls).signatureOf(SIGNED);
  const wrong = `0x${'00'.repeat(48)}`;

  it('return what the beacon signed', async () => {
    expect(await relays(await serveBeacon())).toBe(await beacon.signatureOf(SIGNED));
  });

  it.each<[string, RequestListener]>([
    ['fails', (_, response) => response.writeHead(500).end()],
    ['says something else', (_, response) => response.end('<html>')],
    ['does not know the round yet', (_, response) => response.writeHead(425).end()],
    ['never answers', () => undefined],
    [
      'returns a wrong signature',
      (_, response) => response.end(JSON.stringify({ round: 1, signature: signedByAnother() })),
    ],
    [
      'gives no point',
      (_, response) => response.end(JSON.stringify({ round: 1, signature: wrong.slice(2) })),
    ],
  ])('are used in turn when one %s', async (_, listener) => {
    expect(await relays(await serveRelay(listener), await serveBeacon())).toBe(
      await beacon.signatureOf(SIGNED),
    );
  });

  it.each<[string, Partial<typeof QUICKNET>, string]>([
    ['key', { publicKey: QUICKNET.publicKey }, `its key is ${QUICKNET.publicKey}, not `],
    ['genesis', { genesis: 1 }, 'its genesis is 1, not 1692803367.'],
    ['period', { period: 30 }, 'its period is 30, not 3.'],
  ])('relays of a beacon with another %s are skipped, with one warning', async (_, change, difference) => {
    const url = await serveRelay(serveSigned, { ...beacon, ...change });
    const relayed = open(url, await serveBeacon());
    const signature = await beacon.signatureOf(SIGNED);
    await relayed.check(AbortSignal.timeout(5_000));
    expect([await relayed.signatureOf(SIGNED), await relayed.signatureOf(SIGNED)]).toEqual([
      signature,
      signature,
    ]);
    expect(warnings).toEqual([expect.stringContaining(difference)]);
    expect(warnings[0]).toContain(url);
    await expect(relays(url)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('relays of a beacon that do not describe their beacon are checked again before they are used', async () => {
    let describedScheme: typeof QUICKNET | undefined;
    const url = await listen((request, response) => {
      if (describedScheme === undefined) response.writeHead(503).end();
      else if (request.url === '/info') response.end(toInfo(describedScheme));
      else serveSigned(request, response);
    });
    const relayed = open(url);
    await relayed.check(AbortSignal.timeout(5_000));
    await expect(relayed.signatureOf(SIGNED)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(warnings).toEqual([]);

    describedScheme = { ...beacon, genesis: 1 };
    await expect(relayed.signatureOf(SIGNED)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(warnings).toHaveLength(1);

    describedScheme = beacon;
    expect(await relayed.signatureOf(SIGNED)).toBe(await beacon.signatureOf(SIGNED));
  });

  it('are a temporary error when all fail, and its cause names each', async () => {
    const url = await listen((_, response) => response.writeHead(500).end());
    await expect(relays(url, 'http://127.0.0.1:1')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      retryAfterSeconds: expect.any(Number),
      cause: { message: expect.stringMatching(/^127\.0\.0\.1:\d+: it answers 500; 127\.0\.0\.1:1: /) },
    });
  });

  it('leave a round unsigned when none knows it', async () => {
    const url = await serveRelay((_, response) => response.writeHead(404).end());
    expect(await relays(url, 'http://127.0.0.1:1')).toBeUndefined();
  });

  it('are not asked for a future round', async () => {
    let requests = 0;
    const url = await listen((_, response) => {
      requests += 1;
      response.writeHead(404).end();
    });
    const future = latestRound(QUICKNET, Date.now() / 1_000) + 100n;
    expect(await open(url).signatureOf(future)).toBeUndefined();
    expect(requests).toBe(0);
  });
});

const signedByAnother = () => signRound(bls12_381.utils.randomSecretKey(), SIGNED);

const toInfo = ({ publicKey, genesis, period }: typeof QUICKNET) =>
  JSON.stringify({ public_key: publicKey, genesis_time: genesis, period });

const serveSigned: RequestListener = (_, response) => {
  void beacon
    .signatureOf(SIGNED)
    .then((signature) => response.end(JSON.stringify({ signature: signature?.slice(2) })));
};

/** A relay that describes a beacon and answers requests for rounds with `rounds`. */
function serveRelay(rounds: RequestListener, scheme: typeof QUICKNET = beacon): Promise<string> {
  return listen((request, response) => {
    if (request.url === '/info') response.end(toInfo(scheme));
    else rounds(request, response);
  });
}

async function serveBeacon(): Promise<string> {
  const handle = createBeaconRoutes({ beacon, now: async () => NOW });
  return listen((request, response) => void handle(request, response));
}

async function listen(listener: RequestListener): Promise<string> {
  const server = await startHttpServer(listener);
  servers.push(server);
  return server.url;
}
