import { LRUCache } from 'lru-cache';
import type { RecordedDraws } from '../../adapters/postgres/read-model/read/recorded-draws.ts';
import type { Rpc } from '../../adapters/chain/rpc/rpc.ts';
import { MAX_PROOF_CHANGES, type DrawProofs } from '../../core/draws/draw-proofs.ts';
import { DomainError } from '../../core/errors.ts';
import { createGate } from '../../runtime/concurrency/gate.ts';
import { lazy } from '../../runtime/lazy.ts';

interface DrawProofsOptions {
  readonly draws: RecordedDraws;
  /** The node of the contracts' chain. */
  readonly node: Rpc;
}

const MAX_STORED_BYTES = 16 * 1024 * 1024;
/** The proof of a final block stays true; that of another block only until a reorganisation. */
const FINAL_MS = 60_000;
const RECENT_MS = 2_000;

const verification = lazy(async () => ({
  ...(await import('../../verification/proof-document.ts')),
  ...(await import('../../verification/read-proof.ts')),
  ...(await import('../../verification/verification-error.ts')),
}));

/** Proofs from the changes of entries in the read model, and the state of a node. Recent proofs are stored. */
export function createDrawProofs({ draws, node: rpc }: DrawProofsOptions): DrawProofs {
  // A proof can have some megabytes, and its statement sorts all changes of the giveaway.
  const gate = createGate({
    atOnce: 1,
    mostWaiting: 16,
    longestWaitMs: 10_000,
    refusal: () =>
      new DomainError('SERVICE_UNAVAILABLE', 'Too many proofs are requested: try again shortly.', {
        retryAfterSeconds: 5,
      }),
  });

  async function renderProof(giveaway: string, round: number): Promise<RenderedProof | undefined> {
    const place = await draws.find(giveaway, round);
    if (place === undefined) return undefined;
    const { readProofParts, toProofText, VerificationError } = await verification();
    const node = { name: 'The node', send: rpc.call };
    const parts = await readProofParts(node, place).catch((error: unknown) => {
      throw error instanceof VerificationError ? unavailable(error) : error;
    });
    const { block, isFinal } = parts;
    const { count, text, blockHash } = await draws.changesUntil(giveaway, block.number, MAX_PROOF_CHANGES);
    if (count > MAX_PROOF_CHANGES) throw tooLarge();
    // A reorganisation that the read model or the node does not have yet.
    if (blockHash !== undefined && blockHash !== block.hash) throw unavailable();
    const site = { ...place, chainId: BigInt(place.chainId) };
    const { state, birth, times } = parts;
    const proof = { site, evidence: { ...parts, contradictions: [] }, state, birth, times };
    return { bytes: Buffer.from(toProofText(proof, text)), isFinal };
  }

  const stored = new LRUCache<string, RenderedProof>({
    maxSize: MAX_STORED_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
    ttl: RECENT_MS,
    // Requests for one proof share its making.
    async fetchMethod(key, _stale, { options }) {
      const [giveaway = '', round] = key.split(' ');
      const rendered = await gate.run(() => renderProof(giveaway, Number(round)));
      if (rendered?.isFinal) options.ttl = FINAL_MS;
      return rendered;
    },
  });
  return { read: async (giveaway, round) => (await stored.fetch(`${giveaway} ${round}`))?.bytes };
}

interface RenderedProof {
  /** All responses send these same bytes, however slowly they are read. */
  readonly bytes: Buffer;
  readonly isFinal: boolean;
}

function unavailable(cause?: unknown): DomainError {
  const message =
    'The node of the chain does not prove the state of this draw at the moment: try again shortly.';
  return new DomainError('CHAIN_UNAVAILABLE', message, { reason: 'RPC_DOWN', retryAfterSeconds: 10, cause });
}

function tooLarge(): DomainError {
  const message =
    `The giveaway has more than ${MAX_PROOF_CHANGES} changes of entries: ` +
    'make its proof from a node of the chain, with `giveaways verify-draw --prove --save`.';
  return new DomainError('PAYLOAD_TOO_LARGE', message);
}
