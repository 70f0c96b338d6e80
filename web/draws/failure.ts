import type { VerificationError } from '../../src/verification/verification-error.ts';
import type { CheckTexts } from './texts.ts';
import { fill, messageOf } from './words.ts';

/** Why a node gave no response, for readers; other failures have a message of their own. */
export type FailureKind = 'cancelled' | 'timedOut' | 'blocked' | 'unreachable';

/** What a reader can put right; the texts of the page say how. */
export class Refusal extends Error {
  readonly kind: 'otherBlock' | 'otherChain' | 'otherDraw' | 'tooLarge';
  readonly values: Readonly<Record<string, string>>;

  constructor(kind: Refusal['kind'], values: Readonly<Record<string, string>>) {
    super(`${kind}: ${JSON.stringify(values)}`);
    this.kind = kind;
    this.values = values;
  }
}

const PROBE_MS = 4_000;

/** Why a check failed, in words for the reader. */
export async function reasonOf(
  error: unknown,
  texts: CheckTexts,
  { nodes, cancelled }: { readonly nodes: readonly string[]; readonly cancelled: AbortSignal },
): Promise<string> {
  if (error instanceof Refusal) return fill(texts[error.kind], error.values);
  // The message of an error begins with the name of the node.
  const node = nodes.find((url) => messageOf(error).startsWith(new URL(url).host)) ?? nodes[0];
  const kind = await failureKind(error, node, cancelled);
  return kind === undefined ? `${texts.failed} ${messageOf(error)}` : texts[kind];
}

/** Finds out why a node gave no response; undefined for any other failure. */
export async function failureKind(
  error: unknown,
  node: string | undefined,
  cancelled: AbortSignal,
): Promise<FailureKind | undefined> {
  if (cancelled.aborted) return 'cancelled';
  if (node === undefined || (error as Partial<VerificationError>).code !== 'NODE_UNREACHABLE')
    return undefined;
  if (((error as Error).cause as Error | undefined)?.name === 'TimeoutError') return 'timedOut';
  return (await answersAnybody(node)) ? 'blocked' : 'unreachable';
}

/** Whether an address answers a request whose response a page may not read: a browser says "Failed to fetch" for both. */
function answersAnybody(node: string): Promise<boolean> {
  const request = {
    method: 'POST',
    mode: 'no-cors',
    body: '{}',
    signal: AbortSignal.timeout(PROBE_MS),
  } as const;
  return fetch(node, request).then(
    () => true,
    () => false,
  );
}
