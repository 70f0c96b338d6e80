import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BeaconSource } from '../../../core/draws/beacon-source.ts';
import { DomainError } from '../../../core/errors.ts';
import { createGate } from '../../../runtime/concurrency/gate.ts';
import { latestRound } from './beacon-scheme.ts';

interface BeaconRoutesOptions {
  readonly beacon: BeaconSource;
  /** The beacon's clock, in seconds. */
  now(): Promise<number>;
}

const BEACON_ID = 'embedded';
/** How many signatures are stored for further requests. */
const MOST_STORED = 256;
const ROUND = /^\/public\/(latest|[1-9]\d{0,18})$/;

/**
 * Serves drand's HTTP API (v1), so that anybody can check a draw: `/info`, `/public/latest` and `/public/<round>`. Expects
 * the URL without its mount point. Signing takes long, so one round is signed in a turn of the event loop.
 * Throws SERVICE_UNAVAILABLE when too many wait.
 */
export function createBeaconRoutes({ beacon, now }: BeaconRoutesOptions) {
  const info = toInfo(beacon);
  const signatures = new LRUCache<bigint, string>({ max: MOST_STORED });
  const signing = createGate({
    atOnce: 1,
    mostWaiting: 50,
    longestWaitMs: 5_000,
    refusal: () =>
      new DomainError('SERVICE_UNAVAILABLE', 'Too many rounds are being signed: try again shortly.', {
        retryAfterSeconds: 2,
      }),
  });

  return async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      send(response, 405, { error: 'Only GET.' }, { allow: 'GET, HEAD' });
      return;
    }
    const [path = '/'] = (request.url ?? '/').split('?');
    const requested = ROUND.exec(path)?.[1];
    if (path === '/info') send(response, 200, info);
    else if (requested === undefined) send(response, 404, { error: 'Ask for /info or /public/{round}.' });
    else
      await sendRound(
        response,
        requested === 'latest' ? latestRound(beacon, await now()) : BigInt(requested),
      );
  };

  async function sendRound(response: ServerResponse, beaconRound: bigint): Promise<void> {
    const signature = signatures.get(beaconRound) ?? (await signing.run(() => sign(beaconRound)));
    if (signature === undefined) {
      send(response, 404, { error: 'This round is not signed yet.' });
      return;
    }
    const randomness = createHash('sha256').update(signature, 'hex').digest('hex');
    send(response, 200, { round: Number(beaconRound), randomness, signature });
  }

  async function sign(beaconRound: bigint): Promise<string | undefined> {
    await nextTurn();
    // An earlier request may have waited for the same round.
    const signature = signatures.get(beaconRound) ?? (await beacon.signatureOf(beaconRound))?.slice(2);
    if (signature === undefined) return undefined;
    signatures.set(beaconRound, signature);
    return signature;
  }
}

/** The description of a network, with its hash as drand computes it. */
function toInfo({ publicKey, genesis, period }: BeaconSource) {
  const groupHash = createHash('sha256').update(publicKey, 'hex').digest('hex');
  return {
    public_key: publicKey,
    period,
    genesis_time: genesis,
    hash: chainHash({ publicKey, genesis, period, groupHash, beaconId: BEACON_ID }),
    groupHash,
    schemeID: 'bls-unchained-g1-rfc9380',
    metadata: { beaconID: BEACON_ID },
  };
}

/** drand's identifier of a network: a hash of its description. */
export function chainHash(network: {
  readonly publicKey: string;
  readonly genesis: number;
  readonly period: number;
  readonly groupHash: string;
  readonly beaconId: string;
}): string {
  const timing = Buffer.alloc(12);
  timing.writeUInt32BE(network.period, 0);
  timing.writeBigInt64BE(BigInt(network.genesis), 4);
  return createHash('sha256')
    .update(timing)
    .update(network.publicKey, 'hex')
    .update(network.groupHash, 'hex')
    .update(network.beaconId)
    .digest('hex');
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body));
}
