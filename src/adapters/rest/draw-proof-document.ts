import type { Request, Response } from 'express';
import { drawProofDocument } from '../../core/draws/draw-proof-document.ts';
import type { RestContext, RestRoute } from './endpoint.ts';
import { errors } from './openapi/error-responses.ts';
import { headers } from './openapi/headers.ts';
import type { JsonSchema } from './openapi/openapi.ts';
import { EVERYBODY, exactly } from './openapi/provider/operation-parts.ts';

const bytes = (description: string): JsonSchema => ({
  type: 'string',
  pattern: '^0x([0-9a-f]{2})*$',
  description,
});
const part = (description: string): JsonSchema => ({ type: 'object', description });

/** The format giveaway-draw-proof/2, which docs/draws.md defines. */
const proof: JsonSchema = exactly({
  format: { type: 'string', const: 'giveaway-draw-proof/2' },
  chainId: { type: 'string', pattern: '^\\d+$' },
  hub: bytes('The address of the hub.'),
  giveaway: bytes("The giveaway's key."),
  round: { type: 'integer', minimum: 0 },
  creation: part('The event GiveawayCreated.'),
  draw: part('The event WinnerDrawn.'),
  code: part('The code of hub, passport and beacon.'),
  state: part('The header of a block, and the Merkle proofs of accounts and slots in its state.'),
  birth: {
    ...bytes('The data of the call that created the hub; null when it was not created by the factory.'),
    type: ['string', 'null'],
  },
  times: part('The receipts of the creation, of the last change that counts, and of the draw.'),
  changes: {
    type: 'array',
    description: 'Every event EntriesChanged of the giveaway up to that block, in the order of the chain.',
    items: {
      type: 'array',
      description:
        'Round, open round, passport, 1 for a removal, amount, entries, round total, leaf, time, block, log.',
      items: { type: ['integer', 'string'] },
      minItems: 11,
      maxItems: 11,
    },
  },
});

const example = {
  format: 'giveaway-draw-proof/2',
  chainId: '1',
  hub: `0x${'5f'.repeat(20)}`,
  giveaway: `0x${'9c'.repeat(32)}`,
  round: 0,
  creation: {},
  draw: {},
  code: {},
  state: {},
  birth: null,
  times: {},
  changes: [[0, 0, '7', 0, 3, 3, 3, 0, 1_790_000_000, 1_234_567, 4]],
};

/** The proof of a draw as a file: its path names the id of the giveaway and the index of the round. */
export const DRAW_PROOF_ROUTE: RestRoute = {
  path: '/giveaways/:giveaway/rounds/:round/proof.json',
  isShared: true,
  methods: {
    get: {
      handle: sendDrawProof,
      document: {
        operationId: 'drawProofDocument',
        summary: 'The proof of a draw',
        description:
          'One JSON document that proves the draw of a round to anybody who knows the hash of its block. `giveaways verify-draw --proof` verifies it without this service. A giveaway with more than 100,000 changes of entries has none here: the same command makes its proof from a node.',
        tags: ['Draws'],
        security: EVERYBODY,
        parameters: [
          {
            name: 'giveaway',
            in: 'path',
            required: true,
            description: 'The id of the giveaway.',
            schema: { type: 'string', pattern: '^gwy_[0-9a-f]{64}$' },
            example: `gwy_${'9c'.repeat(32)}`,
          },
          {
            name: 'round',
            in: 'path',
            required: true,
            description: 'The index of the round, counted from 0.',
            schema: { type: 'integer', minimum: 0 },
            example: 0,
          },
        ],
        responses: {
          200: {
            description: 'The document, as a file to save.',
            headers: headers('Cache-Control', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id'),
            content: { 'application/json': { schema: proof, example } },
          },
          ...errors(
            'INVALID_PAYLOAD',
            'UNAUTHENTICATED',
            'NOT_FOUND',
            'METHOD_NOT_ALLOWED',
            'RATE_LIMITED',
            'INTERNAL',
            'SERVICE_UNAVAILABLE',
          ),
          413: {
            description: 'The giveaway has more than 100,000 changes of entries.',
            headers: headers('X-Request-Id'),
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Error' },
                example: {
                  error: {
                    message:
                      'The giveaway has more than 100000 changes of entries: make its proof from a node of the chain, with `giveaways verify-draw --prove --save`.',
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};

async function sendDrawProof(
  { admit, run }: RestContext,
  request: Request,
  response: Response,
): Promise<void> {
  const caller = await admit(request, response);
  const { giveaway = '', round = '' } = request.params as Readonly<Record<string, string>>;
  const bytes = await run(caller, drawProofDocument, { giveaway, round });
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    'content-disposition': `attachment; filename="draw-${giveaway.slice(4, 12)}-${round}.json"`,
    'cache-control': 'public, max-age=10',
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
