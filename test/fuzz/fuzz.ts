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
/** So many requests are under way at once. */
const AT_ONCE = 8;
const DRAWN_AT_ONCE = 200;
/** A run with so many findings ends. */
const MOST_FINDINGS = 20;
const LONGEST_BLOCK_MS = 250;
const LARGEST_ANSWER = 2 ** 20 + 1_024;
const MOST_ERRORS = 5;
/** What caches and pools may keep more than after the first part of a run. */
const KEPT_BYTES = 48 * 2 ** 20;
const STATUSES = new Set([200, 400, 401, 403, 405, 413, 429, 503]);

interface FuzzOptions {
  readonly requests: number;
  /** The same seed draws the same requests. */
  readonly seed: number;
}

export interface Outcome {
  readonly findings: readonly Finding[];
  /** How many requests were answered without an error. */
  readonly succeeded: number;
}

/** What is wrong with an answer, or with the process after it. */
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
 * Sends random requests to a gateway in a process of its own, as every kind of caller. Looks for an INTERNAL
 * error, an answer beyond a limit, a held event loop, an uncaught error, memory that is not released.
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
    const drawn = fuzzRequests(createSchema(), ready.known);
    const findings: Finding[] = [];
    const tally = { succeeded: 0 };
    let before: number | undefined;
    for (let done = 0; done < requests && findings.length < MOST_FINDINGS; done += DRAWN_AT_ONCE) {
      const count = Math.min(DRAWN_AT_ONCE, requests - done);
      const sample = fc.sample(drawn, { numRuns: count, seed: seed + done });
      const names = Object.keys(ready.callers);
      const all = sample.map((request, index) => ({ request, caller: names[index % names.length] ?? '' }));
      for (let from = 0; from < all.length; from += AT_ONCE) {
        findings.push(...(await tryTogether(child, ready, tally, all.slice(from, from + AT_ONCE))));
      }
      before ??= done >= requests / 4 ? await heapOf(child) : undefined;
    }
    const kept = (await heapOf(child)) - (before ?? Infinity);
    if (kept > KEPT_BYTES) findings.push(finding(ALL, `${kept} bytes are still in use after the run.`));
    return { findings, succeeded: tally.succeeded };
  } finally {
    await end(child);
  }
}

interface Tally {
  succeeded: number;
}

const ALL: Sent = { caller: 'all', request: { query: '' } };

/** Requests at once; whichever seems to hold the event loop is tried alone, since the machine has other work too. */
async function tryTogether(
  child: ChildProcess,
  ready: Ready,
  tally: Tally,
  together: readonly Sent[],
): Promise<Finding[]> {
  const faults = await Promise.all(together.map((sent) => faultOf(ready, sent, tally)));
  const { heldMs, uncaught, errors } = await conditionOf(child);
  const findings = together.flatMap((sent, index) => {
    const fault = faults[index];
    return fault === undefined ? [] : [finding(sent, `${fault} ${errors.join('\n')}`)];
  });
  if (uncaught.length > 0)
    findings.push(finding(together[0] ?? ALL, `Nobody caught: ${uncaught.join('\n')}`));
  if (heldMs <= LONGEST_BLOCK_MS) return findings;
  for (const sent of together) {
    const held = await heldAlone(child, ready, sent);
    if (held > LONGEST_BLOCK_MS) findings.push(finding(sent, `holds the event loop for ${held} ms`));
  }
  return findings;
}

/** The shortest of three tries, each by itself. */
async function heldAlone(child: ChildProcess, ready: Ready, sent: Sent): Promise<number> {
  let shortest = Infinity;
  for (let attempt = 0; attempt < 3 && shortest > LONGEST_BLOCK_MS; attempt += 1) {
    await conditionOf(child);
    await faultOf(ready, sent, { succeeded: 0 });
    shortest = Math.min(shortest, (await conditionOf(child)).heldMs);
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
  if (text.length > LARGEST_ANSWER) return `is answered by ${text.length} characters`;
  if (body === undefined) return `is not answered by JSON: ${text.slice(0, 500)}`;
  const errors: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[] =
    body.errors ?? [];
  if (errors.length === 0) tally.succeeded += 1;
  if (errors.length > MOST_ERRORS) return `has ${errors.length} errors`;
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

// The gateway's own set-up only: jest's must not reach it.
function environment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, DATABASE_URL, REDIS_URL } = process.env;
  return Object.fromEntries(
    Object.entries({ PATH, TMPDIR, DATABASE_URL, REDIS_URL }).filter(([, value]) => value !== undefined),
  );
}
