// A provider's server. POST /orders { "id": "4711", "passportId": 7, "amount": 3 } issues entries for an order, once however often it is
// sent. POST /webhooks receives the messages of a webhook (docs/webhooks.md) and checks their signatures (Standard Webhooks 1.0).
// Usage: GIVEAWAYS_KEY=… GIVEAWAY=summer-2027 WEBHOOK_SECRET=whsec_… PORT=8080 node server.mjs
import { createGiveaways, GiveawaysError, readWebhook } from '@giveaway-gateway/client';
import { createServer } from 'node:http';

const giveaways = createGiveaways({
  url: process.env.GIVEAWAYS_URL || 'http://localhost:4000',
  credential: process.env.GIVEAWAYS_KEY ?? '',
});
const GIVEAWAY = process.env.GIVEAWAY || 'summer-2027';
const SECRET = process.env.WEBHOOK_SECRET ?? '';
const MAX_BODY = 65_536;
const seen = new Set();
const latest = new Map();

async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) throw Object.assign(new Error('The body is too large.'), { status: 413 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Issues the entries of an order; the order's id makes repetitions safe. */
async function issueEntries({ id, passportId, amount }) {
  const body = { giveawayId: GIVEAWAY, passportId, amount, evidence: `order ${id}` };
  return giveaways.issueEntries({ body, headers: { 'Idempotency-Key': `order-${id}` } });
}

/** The message, or undefined when the webhook has not signed it within five minutes. */
function readSigned(body, headers) {
  try {
    return readWebhook(body, headers, SECRET);
  } catch {
    return undefined;
  }
}

/** Whether no later event of the operation was received; events of rounds have no sequence. */
function isLatest({ sequence, operation }) {
  if (sequence === undefined) return true;
  if (sequence <= (latest.get(operation.id) ?? 0)) return false;
  latest.set(operation.id, sequence);
  return true;
}

async function respondTo(request) {
  const body = await readBody(request);
  if (request.method === 'POST' && request.url === '/orders')
    return { status: 200, body: await issueEntries(JSON.parse(body)) };
  if (request.method === 'POST' && request.url === '/webhooks') {
    const event = readSigned(body, request.headers);
    if (event === undefined) return { status: 400, body: { error: 'The signature is wrong.' } };
    const id = request.headers['webhook-id'];
    const { type, data = {} } = event;
    // A message can arrive more than once, and after a later one; a real server stores the ids and the numbers.
    if (!seen.has(id) && isLatest(data)) console.log(`received ${type}`);
    seen.add(id);
    return { status: 204 };
  }
  return { status: 404, body: { error: 'POST /orders or /webhooks.' } };
}

const server = createServer((request, response) => {
  respondTo(request)
    .catch((error) => ({
      status: error.status ?? (error instanceof SyntaxError ? 400 : 502),
      body: { error: error.message, ...(error instanceof GiveawaysError && { code: error.code }) },
    }))
    .then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body && JSON.stringify(body));
    });
});
server.listen(Number(process.env.PORT ?? 8080), () =>
  console.log(`listening on port ${server.address().port}`),
);
