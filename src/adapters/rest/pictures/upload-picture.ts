import type { Request, Response } from 'express';
import { authorize } from '../../../core/access/callers.ts';
import { DomainError } from '../../../core/errors.ts';
import { MAX_IMAGE_BYTES, PICTURE_SIZES, toShownPicture } from '../../../core/pictures/picture.ts';
import { uploadPicture } from '../../../core/pictures/upload-picture.ts';
import { describeLimit } from '../body-limits.ts';
import type { RestContext, RestRoute } from '../endpoint.ts';
import { sendJson } from '../errors.ts';
import { errors } from '../openapi/error-responses.ts';
import { exactly, PUBLISHERS, publisherResponse } from '../openapi/provider/operation-parts.ts';
import { readQuery } from '../query.ts';

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
/** A file, which JSON cannot show. */
export const FILE = { schema: { type: 'string', format: 'binary' }, example: '(the bytes of the file)' };
const text = { type: 'string' };
const side = { type: 'integer', minimum: 1, maximum: 1_280 };
const example = toShownPicture(`${'5f'.repeat(32)}-1280x853`);

/** POST /api/pictures: an image as the body. Bodies of GraphQL are too small for one. */
export const UPLOAD_PICTURE_ROUTE: RestRoute = {
  path: '/api/pictures',
  errors: 'publisher',
  methods: {
    post: {
      handle: receivePicture,
      document: {
        operationId: 'uploadPicture',
        summary: 'Send an image',
        description:
          'Takes a JPEG, PNG, WebP or AVIF image, and returns the picture that was made of it. Then the GraphQL mutation setListingPicture gives it to a listing; without one it is deleted after a day. The same image gives the same picture. The token of a session is accepted, too, also for a publisher that the header `Publisher` names and its account is a member of.',
        tags: ['Listings'],
        security: PUBLISHERS,
        requestBody: {
          description: describeLimit(MAX_IMAGE_BYTES),
          required: true,
          content: Object.fromEntries(IMAGE_TYPES.map((type) => [type, FILE])),
        },
        responses: {
          200: publisherResponse(
            'The picture: its id, its size, and the paths of its files.',
            exactly({
              picture: exactly({
                id: text,
                width: side,
                height: side,
                ...Object.fromEntries(PICTURE_SIZES.map((size) => [size, text])),
              }),
            }),
            { picture: example },
          ),
          ...errors(
            'INVALID_PAYLOAD',
            'UNAUTHENTICATED',
            'UNAUTHORIZED',
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

async function receivePicture(
  { admitUpload, identifyUpload, readImage, run }: RestContext,
  request: Request,
  response: Response,
): Promise<void> {
  const caller = await admitUpload(request, response);
  authorize(uploadPicture.permission, caller);
  requireImageType(request);
  readQuery(request, []);
  const picture = await readImage(request, response, caller.namespace, MAX_IMAGE_BYTES, async (image) =>
    run(await identifyUpload(request), uploadPicture, { image }),
  );
  sendJson(response, 200, { picture });
}

function requireImageType({ headers }: Request): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  const isPlain = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
  if (isPlain && IMAGE_TYPES.includes(type.trim().toLowerCase())) return;
  throw new DomainError(
    'UNSUPPORTED_MEDIA_TYPE',
    `Send the image itself as the body, uncompressed, with one of these types: ${IMAGE_TYPES.join(', ')}.`,
  );
}
