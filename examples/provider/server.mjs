// A provider's server. POST /orders { "id": "4711", "passportId": 7, "amount": 3 } issues entries for an order, once however often it is
// sent. POST /webhooks receives the messages of a webhook (docs/webhooks.md) and checks their signatures (Standard Webhooks 1.0).
// Usage: GIVEAWAYS_KEY=… GIVEAWAY=summer-2027 WEBHOOK_SECRET=whsec_… PORT=8080 node server.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const GATEWAY = process.env.GIVEAWAYS_URL || 'http://localhost:4000';
const GIVEAWAY = process.env.GIVEAWAY || 'summer-2027';
const SECRET = Buffer.from((process.env.WEBHOOK_SECRET ?? '').replace(/^whsec_/, ''), 'base64');
const MAX_BODY = 65_536;
const LATEST_SECONDS = 300;
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
  const answer = await fetch(`${GATEWAY}/api/provider/integrations/issue-entries`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${process.env.GIVEAWAYS_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': `order-${id}`,
    },
    body: JSON.stringify({ giveawayId: GIVEAWAY, passportId, amount, evidence: `order ${id}` }),
  });
  return { status: answer.status, body: await answer.json() };
}

function isSigned({ headers }, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (SECRET.length === 0 || Math.abs(Date.now() / 1000 - Number(time)) > LATEST_SECONDS) return false;
  const expected = createHmac('sha256', SECRET).update(`${id}.${time}.${body}`).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Whether no later event of the operation was received; events of rounds have no sequence. */
function isLatest({ sequence, operation }) {
  if (sequence === undefined) return true;
  if (sequence <= (latest.get(operation.id) ?? 0)) return false;
  latest.set(operation.id, sequence);
  return true;
}

async function answer(request) {
  const body = await readBody(request);
  if (request.method === 'POST' && request.url === '/orders') return issueEntries(JSON.parse(body));
  if (request.method === 'POST' && request.url === '/webhooks') {
    if (!isSigned(request, body)) return { status: 400, body: { error: 'The signature is wrong.' } };
    const id = request.headers['webhook-id'];
    const { type, data = {} } = JSON.parse(body);
    // A message can arrive more than once, and after a later one; a real server stores the ids and the numbers.
    if (!seen.has(id) && isLatest(data)) console.log(`received ${type}`);
    seen.add(id);
    return { status: 204 };
  }
  return { status: 404, body: { error: 'POST /orders or /webhooks.' } };
}

const server = createServer((request, response) => {
  answer(request)
    .catch((error) => ({
      status: error.status ?? (error instanceof SyntaxError ? 400 : 502),
      body: { error: error.message },
    }))
    .then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body && JSON.stringify(body));
    });
});
server.listen(Number(process.env.PORT ?? 8080), () =>
  console.log(`listening on port ${server.address().port}`),
);
