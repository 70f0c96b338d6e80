import { QUICKNET } from '../../src/core/draws/quicknet.ts';
import { toPublicKey } from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import { createHttpNode } from '../../src/verification/node/http-node.ts';
import { verifyOnNodes, type DrawCheck } from '../../src/verification/verify-on-nodes.ts';
import { VerificationError } from '../../src/verification/verification-error.ts';
import { carriedOver, chain, forward, SECRET, serve } from '../support/chain/drawn-chain.ts';
import type { Json } from '../support/http/http.ts';

/** The beacon of the drawn chain. */
export const OWN_SCHEME = {
  ...QUICKNET,
  publicKey: toPublicKey(SECRET),
  genesis: 1_600_000_000,
  leastMargin: 60,
};

/** Changes the response of a node to a request. */
export type Lie = (method: string, params: Json[], result: Json) => Json;

/** What a verification through lying nodes ends with. */
export interface Verdict {
  readonly verified: boolean;
  readonly isProved: boolean;
  /** The names of the failed steps with what was found, or the error that ended the verification. */
  readonly failed: string;
}

/** The question of round 1 of the giveaway with carry-over. */
export function queryFor(check: Partial<DrawCheck> = {}): Omit<DrawCheck, 'nodes'> {
  return {
    hub: chain.hub.toLowerCase(),
    giveaway: carriedOver,
    round: 1,
    fromBlock: 0,
    expected: OWN_SCHEME,
    ...check,
  };
}

/** Verifies through a proxy for each lie; undefined is an honest node. */
export async function verifyThrough(
  lies: readonly (Lie | undefined)[],
  check: Partial<DrawCheck> = {},
): Promise<Verdict> {
  const proxies = await Promise.all(lies.map(startProxy));
  try {
    const nodes = proxies.map(({ url }, index) => createHttpNode(url, { name: `node ${index + 1}` }));
    const { verdict, isProved, steps } = await verifyOnNodes({ ...queryFor(check), nodes });
    const failed = steps.flatMap(({ name, differs }) =>
      differs === undefined ? [] : [`${name}: ${differs}`],
    );
    return { verified: verdict === 'verified', isProved, failed: failed.join('\n') };
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    return { verified: false, isProved: false, failed: `${error.code}: ${error.message}` };
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
  }
}

/** The response of the node itself. */
export function queryChain(method: string, params: readonly unknown[]): Promise<Json> {
  return chain.rpc.call(method, params) as Promise<Json>;
}

async function startProxy(lie: Lie | undefined) {
  return serve(async (_url, body) => {
    const { requested, responses, response } = await forward(body);
    for (const [index, { method, params }] of requested.entries())
      if (lie !== undefined && responses[index].result !== undefined)
        responses[index].result = lie(method, params, structuredClone(responses[index].result));
    return response;
  });
}
