import { randomBytes } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { openConnections } from '../../harness/load/connections.ts';
import { postJson, toRequestBytes } from '../../harness/requests/request.ts';
import type { Sender } from '../sender.ts';

/** Options of a provider's use of the REST API. */
export interface RestUse {
  /** Whether requests wait for the chain, as they do by default. */
  readonly waits: boolean;
  /** Whether each request has an Idempotency-Key. */
  readonly keyed: boolean;
  /** The operations requested: entries (default), passports with entries, or both in turn. */
  readonly requests?: 'entries' | 'provisions' | 'both';
}

/** A provider's client of the product's REST API. */
export interface RestClient extends Pick<Sender, 'issue'> {
  /** Creates a giveaway that is open for entries at once. */
  createGiveaway(): Promise<void>;
  /** The number of entries that the product has accepted. */
  accepted(): number;
  /** Reads every accepted operation; throws when one is not confirmed in the end. */
  requireConfirmed(): Promise<void>;
  close(): void;
}

interface RestResponse {
  readonly operation?: { readonly id: string; readonly status: string } | null;
}

const PATH = '/api/provider/integrations';
const DONE = new Set(['CONFIRMED', 'FINALIZED']);
// Longer than the product lets a request wait.
const ANSWERED_WITHIN_MS = 40_000;
const CONFIRMED_WITHIN_MS = 30_000;
const REQUESTED_AT_ONCE = 16;
const DAY = 86_400;
// Different amounts make it unlikely that a wrong sum is right by accident.
const AMOUNTS = 3;

/** Creates a client with a provider's key; entries go to the giveaway of that name. */
export function createRestClient(port: number, key: string, giveawayId: string, use: RestUse): RestClient {
  const connections = openConnections(port, ANSWERED_WITHIN_MS);
  const credential = { accept: 'application/json', authorization: `Bearer ${key}` };
  const operations: string[] = [];
  let begun = 0;
  let accepted = 0;

  async function sendRequest(request: Buffer, expected: number): Promise<RestResponse> {
    const { status, body } = await connections.sendRequest(request);
    if (status !== expected)
      throw new Error(`Status ${status} instead of ${expected}: ${body.toString().slice(0, 600)}`);
    return JSON.parse(body.toString()) as RestResponse;
  }

  async function requireConfirmed(id: string): Promise<void> {
    const request = toRequestBytes({ method: 'GET', path: `${PATH}/operations/${id}`, headers: credential });
    for (const deadline = Date.now() + CONFIRMED_WITHIN_MS; Date.now() < deadline; await after(200)) {
      const { status, body } = await connections.sendRequest(request);
      if (status === 200) return;
      if (status !== 202) throw new Error(`The operation ${id}: ${body.toString().slice(0, 600)}`);
    }
    throw new Error(`The operation ${id} was accepted and not confirmed in time.`);
  }

  return {
    async createGiveaway() {
      const body = { giveawayId, startTime: Math.floor(Date.now() / 1_000) - DAY, determinationType: 0 };
      await sendRequest(postJson(`${PATH}/create-giveaway`, JSON.stringify(body), credential), 200);
    },
    async issue({ passport }) {
      const number = begun++;
      const amount = 1 + (number % AMOUNTS);
      const headers = {
        ...credential,
        ...(use.waits ? {} : { prefer: 'wait=0' }),
        ...(use.keyed ? { 'idempotency-key': `bench-${number}` } : {}),
      };
      const provisions = use.requests === 'provisions' || (use.requests === 'both' && number % 2 === 0);
      const target = provisions ? { entrantWallet: newWallet() } : { passportId: passport };
      const endpoint = provisions ? 'provision-entrant' : 'issue-entries';
      const body = JSON.stringify({ giveawayId, amount, ...target });
      const { operation } = await sendRequest(
        postJson(`${PATH}/${endpoint}`, body, headers),
        use.waits ? 200 : 202,
      );
      if (!operation || (use.waits && !DONE.has(operation.status)))
        throw new Error(`The operation ${operation?.id} was answered as ${operation?.status}.`);
      operations.push(operation.id);
      accepted += amount;
    },
    accepted: () => accepted,
    async requireConfirmed() {
      if (new Set(operations).size < operations.length) throw new Error('Two answers name one operation.');
      let next = 0;
      const sendOn = async () => {
        while (next < operations.length) await requireConfirmed(operations[next++] ?? '');
      };
      await Promise.all(Array.from({ length: REQUESTED_AT_ONCE }, sendOn));
    },
    close: () => connections.close(),
  };
}

/** A wallet address without a known key. */
function newWallet(): string {
  return `0x${randomBytes(20).toString('hex')}`;
}
