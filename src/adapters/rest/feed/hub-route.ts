import { ANONYMOUS } from '../../../core/access/callers.ts';
import { invalidPayload } from '../../../core/errors.ts';
import { LEASE_SECONDS } from '../../../core/webhooks/subscriptions/feed-subscription.ts';
import { requestFeedSubscription } from '../../../core/webhooks/subscriptions/request-feed-subscription.ts';
import { describeLimit } from '../body-limits.ts';
import type { Handle, RestRoute } from '../endpoint.ts';
import { errors } from '../openapi/error-responses.ts';
import { headers } from '../openapi/headers.ts';
import type { JsonSchema } from '../openapi/openapi.ts';
import { EVERYBODY } from '../openapi/provider/operation-parts.ts';
import { HUB, readTopic } from './hub.ts';

const BODY_LIMIT = 16_384;
const PARAMETERS = ['hub.mode', 'hub.topic', 'hub.callback', 'hub.lease_seconds', 'hub.secret'] as const;

const { shortest, usual, longest } = LEASE_SECONDS;
const form: JsonSchema = {
  type: 'object',
  properties: {
    'hub.mode': { type: 'string', enum: ['subscribe', 'unsubscribe'] },
    'hub.topic': {
      type: 'string',
      description: 'The address of the feed, as its link of rel="self" has it.',
    },
    'hub.callback': {
      type: 'string',
      format: 'uri',
      description:
        'An https:// URL with a public address and the port 443. Nobody should be able to guess it.',
    },
    'hub.lease_seconds': {
      type: 'integer',
      description: `Seconds until the subscription ends: from ${shortest} to ${longest}, else the nearest of them. Default: ${usual}.`,
    },
    'hub.secret': {
      type: 'string',
      description: 'Signs what is sent (X-Hub-Signature): less than 200 bytes.',
    },
  },
  required: ['hub.mode', 'hub.topic', 'hub.callback'],
};

/** The hub by which everybody can subscribe to the feed and its filters (WebSub, W3C Recommendation of 23 January 2018). */
export const HUB_ROUTE: RestRoute = {
  path: HUB,
  errors: 'publisher',
  methods: {
    post: {
      handle: acceptRequest,
      document: {
        operationId: 'feedHub',
        summary: 'Subscribe to the feed by WebSub',
        description:
          'Accepts a request to subscribe a callback to a filter of the feed, to renew that, or to end it. The hub then asks the callback by GET, with hub.challenge, whether it wants so. Afterwards it POSTs each listing that begins to match, as a feed with one entry. Unknown parameters are ignored.',
        tags: ['Feed'],
        security: EVERYBODY,
        requestBody: {
          description: describeLimit(BODY_LIMIT),
          required: true,
          content: {
            'application/x-www-form-urlencoded': {
              schema: form,
              example: {
                'hub.mode': 'subscribe',
                'hub.topic': 'https://giveaways.example/feed.atom?search=chess',
                'hub.callback': 'https://reader.example/websub/9f8e7d6c5b4a',
              },
            },
          },
        },
        responses: {
          202: {
            description: 'The callback is asked shortly.',
            headers: headers('RateLimit', 'RateLimit-Policy', 'X-Request-Id'),
          },
          ...errors(
            'INVALID_PAYLOAD',
            'METHOD_NOT_ALLOWED',
            'PAYLOAD_TOO_LARGE',
            'UNSUPPORTED_MEDIA_TYPE',
            'RATE_LIMITED',
            'INTERNAL',
            'SERVICE_UNAVAILABLE',
          ),
        },
      },
    },
  },
};

async function acceptRequest(...[context, request, response]: Parameters<Handle>): Promise<void> {
  await context.countAnonymous(request, response);
  const sent = readParameters(await context.readForm(request, response, BODY_LIMIT));
  const topic = sent['hub.topic'];
  const read = topic === undefined ? undefined : readTopic(topic, context.publicUrl);
  const network = context.networkOf(request);
  await context.run(ANONYMOUS, requestFeedSubscription, { ...sent, ...read, network });
  response.status(202).set('cache-control', 'no-store').end();
}

function readParameters(sent: URLSearchParams): Partial<Record<(typeof PARAMETERS)[number], string>> {
  const repeated = PARAMETERS.filter((name) => sent.getAll(name).length > 1);
  if (repeated.length > 0)
    throw invalidPayload(repeated.map((name) => ({ path: [name], message: 'is repeated: send it once.' })));
  return Object.fromEntries(
    PARAMETERS.flatMap((name) => {
      const value = sent.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
