import { Interface, type InterfaceAbi } from 'ethers/abi';
import { z } from 'zod';
import type { Gate } from '../../../runtime/concurrency/gate.ts';
import { announcementsArtifact } from '../hub/artifacts/announcements.ts';
import { giveawaysArtifact } from '../hub/artifacts/giveaways.ts';

/** A response of JSON-RPC 2.0 as text. */
export type RelayResponse = string;

interface ChainRelayOptions {
  /** The JSON-RPC of the embedded node. */
  readonly url: string;
  readonly hubs: readonly string[];
  /** The contract with the lists of announced giveaways. */
  readonly announcements: string;
  readonly gate: Gate;
}

/** The largest request, in bytes. */
export const MAX_RELAY_REQUEST = 4_096;
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const [NOT_FOUND, INVALID, FAILED, TOO_LARGE] = [-32_601, -32_602, -32_000, -32_005];

/**
 * Relays to the embedded node the reads that verify a draw, and nothing else: anybody who reaches the node itself can do anything
 * with its chain. It answers one JSON-RPC request at a time, with errors of JSON-RPC 2.0.
 */
export function createChainRelay({
  url,
  gate,
  ...contracts
}: ChainRelayOptions): (body: unknown) => Promise<RelayResponse> {
  const methods = methodsOf(contracts);
  return async (body) => {
    const request = envelope.safeParse(body).data;
    if (request === undefined)
      return errorResponse(null, INVALID, 'Send one request of JSON-RPC 2.0, not a batch.');
    const { id, method } = request;
    const schema = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (schema === undefined)
      return errorResponse(id, NOT_FOUND, `This relay answers only ${Object.keys(methods).join(', ')}.`);
    const params = schema.safeParse(request.params ?? []);
    if (!params.success)
      return errorResponse(
        id,
        INVALID,
        `This relay answers ${method} only as a verification of a draw asks it.`,
      );
    return gate.run(() => callNode(url, { id, method, params: params.data }));
  };
}

const id = z.union([z.int(), z.string().max(64), z.null()]);
const envelope = z.object({ jsonrpc: z.literal('2.0'), id, method: z.string(), params: z.unknown() });

type RelayRequest = Pick<z.output<typeof envelope>, 'id' | 'method' | 'params'>;

/** The parameters of each method; fields that are not listed are not relayed. */
function methodsOf({
  hubs,
  announcements,
}: Pick<ChainRelayOptions, 'hubs' | 'announcements'>): Readonly<Record<string, z.ZodType>> {
  const ofHub = oneOf(hubs);
  const ofLists = oneOf([announcements]);
  const quantity = z.string().regex(/^0x[0-9a-f]{1,16}$/i);
  const word = z.string().regex(/^0x[0-9a-f]{64}$/i);
  const address = z.string().regex(/^0x[0-9a-f]{40}$/i);
  const topic = z.union([z.null(), z.array(word).min(1).max(EVENT_COUNT)]);
  const bounded = z.array(topic).min(2).max(4);
  return {
    eth_chainId: z.tuple([]),
    eth_blockNumber: z.tuple([]),
    eth_getBlockByNumber: z.tuple([z.union([quantity, z.enum(['latest', 'finalized'])]), z.literal(false)]),
    eth_getBlockByHash: z.tuple([word, z.literal(false)]),
    eth_getCode: z.tuple([address, quantity]),
    eth_getBlockReceipts: z.tuple([quantity]),
    eth_getTransactionByHash: z.tuple([word]),
    eth_getProof: z.tuple([address, z.array(word).max(2), quantity]),
    eth_call: z.tuple([
      z.union([
        z.object({ to: ofHub, data: callOf(giveawaysArtifact.abi, VIEWS) }),
        z.object({ to: ofLists, data: callOf(announcementsArtifact.abi, ['headOf']) }),
      ]),
      quantity,
    ]),
    eth_getLogs: z.tuple([
      z.object({
        address: z.union([ofHub, ofLists]),
        // The events of one giveaway, or of one provider.
        topics: bounded.refine((topics) => topics.slice(1).some((values) => values?.length === 1)),
        fromBlock: quantity,
        toBlock: quantity,
      }),
    ]),
  };
}

function oneOf(addresses: readonly string[]): z.ZodType<string> {
  const known = new Set(addresses.map((one) => one.toLowerCase()));
  return z.string().refine((value) => known.has(value.toLowerCase()));
}

/** A verification asks for the events of a hub that concern draws. */
const EVENT_COUNT = giveawaysArtifact.abi.filter(({ type }) => type === 'event').length;

/** The views of a hub that a verification compares. */
const VIEWS = [
  'roundOf',
  'giveawayOf',
  'historyOf',
  'owner',
  'pendingOwner',
  'signerDelay',
  'signerActiveFrom',
];

/** Calls of these functions, with two words at most. */
function callOf(abi: InterfaceAbi, functions: readonly string[]): z.ZodType<string> {
  const known = new Interface(abi);
  const selectors = functions.map((name) => known.getFunction(name)?.selector ?? '');
  return z
    .string()
    .regex(/^0x[0-9a-f]{8}(?:[0-9a-f]{64}){0,2}$/i)
    .refine((data) => selectors.includes(data.slice(0, 10).toLowerCase()));
}

async function callNode(url: string, { id, method, params }: RelayRequest): Promise<RelayResponse> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return (
      (await readLimited(response)) ??
      errorResponse(
        id,
        TOO_LARGE,
        `The answer has more than ${MAX_RESPONSE_BYTES} bytes: ask for fewer blocks.`,
      )
    );
  } catch {
    return errorResponse(id, FAILED, 'The node of the embedded chain does not answer: try again shortly.');
  }
}

/** The text of a response; undefined when it is too long. */
async function readLimited({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early also ends the request.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function errorResponse(id: RelayRequest['id'], code: number | undefined, message: string): RelayResponse {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}
