import fc from 'fast-check';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createSchema } from '../../src/adapters/graphql/gateway/schema.ts';
import { send } from '../support/http/http.ts';
import type { Condition, Ready } from './gateway.ts';
import { fuzzRequests, type FuzzRequest } from './requests.ts';
import { LONG_RUN } from './values.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The number of simultaneous requests. */
const AT_ONCE = 8;
const GENERATED_AT_ONCE = 200;
/** A run ends after this many findings. */
const MAX_FINDINGS = 20;
const MAX_BLOCKED_MS = 250;
const LARGEST_RESPONSE = 2 ** 20 + 1_024;
const MAX_ERRORS = 5;
/** How much more memory caches and pools may hold than after the first part of a run. */
const MAX_RETAINED_BYTES = 48 * 2 ** 20;
const STATUSES = new Set([200, 400, 401, 403, 405, 413, 429, 503]);

interface FuzzOptions {
  readonly requests: number;
  /** The same seed generates the same requests. */
  readonly seed: number;
}

export interface Outcome {
  readonly findings: readonly Finding[];
  /** The number of requests that were answered without an error. */
  readonly succeeded: number;
}

/** A fault of a response, or of the process after it. */
export interface Finding {
  readonly caller: string;
  readonly request: FuzzRequest;
  readonly fault: string;
}

interface Sent {
  readonly caller: string;
  readonly request: FuzzRequest;
}

/**
 * Sends random requests to a gateway in its own process, as every kind of caller. Detects an INTERNAL error, a response
 * beyond a limit, a blocked event loop, an uncaught error, and memory that is not released.
 */
export async function fuzz({ requests, seed }: FuzzOptions): Promise<Outcome> {
  const child = fork(fileURLToPath(new URL('gateway.ts', import.meta.url)), {
    cwd: ROOT,
    execArgv: ['--import', 'tsx'],
    env: environment(),
    serialization: 'advanced',
  });
  try {
    const ready = await receive<Ready>(child);
    const requestsOf = fuzzRequests(createSchema(), ready.known);
    const findings: Finding[] = [];
    const tally = { succeeded: 0 };
    let before: number | undefined;
    for (let done = 0; done < requests && findings.length < MAX_FINDINGS; done += GENERATED_AT_ONCE) {
      const count = Math.min(GENERATED_AT_ONCE, requests - done);
      const sample = fc.sample(requestsOf, { numRuns: count, seed: seed + done });
      const names = Object.keys(ready.callers);
      const all = sample.map((request, index) => ({ request, caller: names[index % names.length] ?? '' }));
      for (let from = 0; from < all.length; from += AT_ONCE) {
        findings.push(...(await tryTogether(child, ready, tally, all.slice(from, from + AT_ONCE))));
      }
      before ??= done >= requests / 4 ? await heapOf(child) : undefined;
    }
    const retainedBytes = (await heapOf(child)) - (before ?? Infinity);
    if (retainedBytes > MAX_RETAINED_BYTES)
      findings.push(finding(ALL, `${retainedBytes} bytes are still in use after the run.`));
    return { findings, succeeded: tally.succeeded };
  } finally {
    await end(child);
  }
}

interface Tally {
  succeeded: number;
}

const ALL: Sent = { caller: 'all', request: { query: '' } };

/**
 * Sends requests at once. One that seems to block the event loop is tried again alone, since the machine has other work.
 */
async function tryTogether(
  child: ChildProcess,
  ready: Ready,
  tally: Tally,
  together: readonly Sent[],
): Promise<Finding[]> {
  const faults = await Promise.all(together.map((sent) => faultOf(ready, sent, tally)));
  const { blockedMs: heldMs, uncaught, errors } = await conditionOf(child);
  const findings = together.flatMap((sent, index) => {
    const fault = faults[index];
    return fault === undefined ? [] : [finding(sent, `${fault} ${errors.join('\n')}`)];
  });
  if (uncaught.length > 0)
    findings.push(finding(together[0] ?? ALL, `Nobody caught: ${uncaught.join('\n')}`));
  if (heldMs <= MAX_BLOCKED_MS) return findings;
  for (const sent of together) {
    const blockedMs = await blockedMsAlone(child, ready, sent);
    if (blockedMs > MAX_BLOCKED_MS) findings.push(finding(sent, `holds the event loop for ${blockedMs} ms`));
  }
  return findings;
}

/** The shortest of three tries, one after the other. */
async function blockedMsAlone(child: ChildProcess, ready: Ready, sent: Sent): Promise<number> {
  let shortest = Infinity;
  for (let attempt = 0; attempt < 3 && shortest > MAX_BLOCKED_MS; attempt += 1) {
    await conditionOf(child);
    await faultOf(ready, sent, { succeeded: 0 });
    shortest = Math.min(shortest, (await conditionOf(child)).blockedMs);
  }
  return shortest;
}

async function faultOf(
  { url, callers }: Ready,
  { caller, request }: Sent,
  tally: Tally,
): Promise<string | undefined> {
  const { status, text, body } = await send('POST', `${url}/graphql`, {
    key: callers[caller] ?? undefined,
    body: request,
  });
  if (!STATUSES.has(status)) return `has the status ${status}: ${text.slice(0, 500)}`;
  if (text.length > LARGEST_RESPONSE) return `is answered by ${text.length} characters`;
  if (body === undefined) return `is not answered by JSON: ${text.slice(0, 500)}`;
  const errors: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[] =
    body.errors ?? [];
  if (errors.length === 0) tally.succeeded += 1;
  if (errors.length > MAX_ERRORS) return `has ${errors.length} errors`;
  if (errors.some(({ extensions }) => extensions?.code === 'INTERNAL'))
    return `is answered by ${text.slice(0, 500)}`;
  if (errors.some(({ message }) => message.includes(LONG_RUN))) return 'is repeated by a message';
  return undefined;
}

function finding(sent: Sent, fault: string): Finding {
  return { ...sent, fault };
}

async function heapOf(child: ChildProcess): Promise<number> {
  child.send({ collect: true });
  return (await receive<Condition>(child)).heap ?? 0;
}

async function conditionOf(child: ChildProcess): Promise<Condition> {
  child.send({ collect: false });
  return receive<Condition>(child);
}

async function receive<Message>(child: ChildProcess): Promise<Message> {
  const gone = new AbortController();
  const exit = once(child, 'exit', { signal: gone.signal }).then(([code]) => {
    throw new Error(`The gateway's process ended with ${code}.`);
  });
  exit.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message'), exit])) as [Message];
  gone.abort();
  return message;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  if (child.connected) child.send('stop');
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await exit;
  clearTimeout(late);
}

// The gateway's own settings only: those of jest must not reach it.
function environment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, DATABASE_URL, REDIS_URL } = process.env;
  return Object.fromEntries(
    Object.entries({ PATH, TMPDIR, DATABASE_URL, REDIS_URL }).filter(([, value]) => value !== undefined),
  );
}
