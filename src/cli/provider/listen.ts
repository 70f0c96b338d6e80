import { InvalidArgumentError, Option } from 'commander';
import { setTimeout as after } from 'node:timers/promises';
import { isLoopback } from '../access/token.ts';
import { needed, type CommandRow, type Options } from '../command.ts';
import { LatestDeliveries, SignedWebhookMessage, type LatestDeliveriesQuery } from '../documents.ts';
import { Failure } from '../failure.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { toJsonLine, toLines } from '../print.ts';

const POLL_MS = 2_000;
const PAGE = 50;
/** A delivery can be readable after others that were created later. */
const LATE_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** The longest pause while the gateway does not answer. */
const LONGEST_PAUSE_MS = 30_000;

type Delivery = LatestDeliveriesQuery['webhookDeliveries']['nodes'][number];

export const LISTEN: CommandRow = {
  name: 'listen',
  what: 'forwards the messages of a webhook to a server on this machine, signed as they are sent, until it is stopped',
  takes: [['<id>', 'the webhook, such as whk_…']],
  options: [
    needed('--forward-to <address>', 'where messages go, such as http://localhost:8080/webhooks').argParser(
      toTarget,
    ),
    new Option('--allow-remote', 'also forward to another machine: it gets the messages'),
  ],
  async work(client, options, webhook = '') {
    const target = String(options['forwardTo']);
    if (!isLoopback(target) && options['allowRemote'] !== true)
      throw new Failure(
        'NOT_LOOPBACK',
        `${target} is not on this machine: --allow-remote forwards to it nevertheless.`,
      );
    const readNew = await openDeliveries(client, webhook);
    const waiting: Delivery[] = [];
    say(
      options,
      { listening: webhook, forwardTo: target },
      `Forwarding new messages of ${webhook} to ${target}.`,
    );
    for (let pauseMs = POLL_MS; ; await after(pauseMs)) {
      try {
        waiting.push(...(await readNew()));
        for (let [delivery] = waiting; delivery; [delivery] = waiting) {
          await forward(client, options, { delivery, target });
          waiting.shift();
        }
        pauseMs = POLL_MS;
      } catch (error) {
        if (!(error instanceof Failure) || error.facts.retryable !== true) throw error;
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
        say(options, { error: error.message }, `${error.message} The next try is in ${pauseMs / 1_000} s.`);
      }
    }
  },
};

/** Returns a function that reads the deliveries which were created since its last call, oldest first. Throws Failure. */
async function openDeliveries(client: GraphqlClient, webhook: string): Promise<() => Promise<Delivery[]>> {
  const seen = new Map<string, number>();
  let newest = 0;
  const readNew = async () => {
    const found: Delivery[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const { webhookDeliveries } = await client.request(LatestDeliveries, { webhook, first: PAGE, after });
      const { nodes, pageInfo }: LatestDeliveriesQuery['webhookDeliveries'] = webhookDeliveries;
      newest = Math.max(newest, ...nodes.map(createdAtOf));
      const recent = nodes.filter((delivery) => createdAtOf(delivery) >= newest - LATE_MS);
      found.push(...recent.filter(({ id }) => !seen.has(id)));
      after = pageInfo.hasNextPage && recent.length === nodes.length ? pageInfo.endCursor : null;
    }
    for (const delivery of found) seen.set(delivery.id, createdAtOf(delivery));
    for (const [id, createdAt] of seen) if (createdAt < newest - LATE_MS) seen.delete(id);
    return found.toReversed();
  };
  await readNew();
  return readNew;
}

function createdAtOf({ createdAt }: Delivery): number {
  return Date.parse(createdAt);
}

interface Forwarded {
  readonly delivery: Delivery;
  readonly target: string;
}

/** Forwards a message with the headers and the body that the webhook's receiver gets. A receiver that fails is reported. */
async function forward(
  client: GraphqlClient,
  options: Options,
  { delivery, target }: Forwarded,
): Promise<void> {
  const { id, type } = delivery;
  const message = await readMessage(client, id);
  if (message instanceof Failure) {
    say(options, { delivery: id, type, error: message.message }, `${type}  ${id}  ${message.message}`);
    return;
  }
  const outcome = await post(target, message);
  say(
    options,
    { delivery: id, messageId: message.id, type, ...outcome },
    `${type}  ${message.id}  ${outcome.status ?? outcome.error}`,
  );
}

/** The message of a delivery; NOT_FOUND when its listing is no longer public. */
async function readMessage(client: GraphqlClient, delivery: string): Promise<Message | Failure> {
  try {
    return (await client.request(SignedWebhookMessage, { delivery })).signedWebhookMessage;
  } catch (error) {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return error;
    throw error;
  }
}

type Message = Readonly<Record<'id' | 'timestamp' | 'signature' | 'body', string>>;

async function post(
  target: string,
  { id, timestamp, signature, body }: Message,
): Promise<{ readonly status?: number; readonly error?: string }> {
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'giveaway-gateway',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      },
      body,
      // A redirect could lead to another machine.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    const { cause, message } = error as Error;
    return { error: cause instanceof Error ? cause.message : message };
  }
}

function say({ json }: Options, document: object, text: string): void {
  process.stdout.write(`${json ? toJsonLine(document) : toLines(text)}\n`);
}

function toTarget(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It must be a URL such as http://localhost:8080/webhooks.');
}
