import type { Request, Response } from 'express';
import { DomainError } from '../../../core/errors.ts';
import {
  PICTURE_SIZES,
  PICTURE_TYPE,
  toShownPicture,
  type PictureSize,
} from '../../../core/pictures/picture.ts';
import type { RestContext, RestRoute } from '../endpoint.ts';
import { errors } from '../openapi/error-responses.ts';
import { headers } from '../openapi/headers.ts';
import { EVERYBODY } from '../openapi/provider/operation-parts.ts';
import { FILE } from './upload-picture.ts';

/**
 * What is at a path never changes, so browsers keep it. A listing can be hidden, so shared caches ask
 * again after the greatest age of any public response (interface section 8).
 */
const PUBLIC = 'public, max-age=31536000, s-maxage=600, immutable';

/**
 * GET /pictures/:id/:file: a picture of a public listing in one size; to who may act for its publisher also any other one that was
 * sent for it.
 */
export const PICTURE_FILE_ROUTE: RestRoute = {
  path: '/pictures/:id/:file',
  errors: 'publisher',
  label: '/pictures',
  isShared: true,
  methods: {
    get: {
      handle: sendPicture,
      document: {
        operationId: 'pictureFile',
        summary: 'A picture of a listing',
        description: 'A file of a picture that a published listing has. What is at its path never changes.',
        tags: ['Feed'],
        security: EVERYBODY,
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            description: 'The id of the picture.',
            schema: { type: 'string' },
            example: `${'5f'.repeat(32)}-1280x853`,
          },
          {
            name: 'file',
            in: 'path',
            required: true,
            description: 'The size, at most 320, 640 or 1,280 pixels.',
            schema: { type: 'string', enum: PICTURE_SIZES.map((size) => `${size}.webp`) },
            example: 'medium.webp',
          },
        ],
        responses: {
          200: {
            description: 'The file.',
            headers: headers('ETag', 'Cache-Control', 'X-Request-Id'),
            content: { [PICTURE_TYPE]: FILE },
          },
          304: {
            description: 'You have the file.',
            headers: headers('ETag', 'Cache-Control', 'X-Request-Id'),
          },
          ...errors('NOT_FOUND', 'METHOD_NOT_ALLOWED', 'RATE_LIMITED', 'INTERNAL', 'SERVICE_UNAVAILABLE'),
        },
      },
    },
  },
};

async function sendPicture(context: RestContext, request: Request, response: Response): Promise<void> {
  const { id = '', file: name = '' } = request.params as Readonly<Record<string, string>>;
  const size = PICTURE_SIZES.find((each) => name === `${each}.webp`);
  if (size === undefined || toShownPicture(id) === undefined) throw notFound();
  const { file, isPublic } = await findFile(context, request, response, id, size);
  const etag = `"${id}-${size}"`;
  response.setHeader('etag', etag);
  response.setHeader('cache-control', isPublic ? PUBLIC : 'private, no-store');
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  // A file that a browser opens by itself runs nothing (CSP level 3, sandbox).
  response.setHeader('content-security-policy', "default-src 'none'; sandbox");
  if (isNamed(request.headers['if-none-match'], etag)) return void response.writeHead(304).end();
  response.writeHead(200, { 'content-type': PICTURE_TYPE, 'content-length': file.length });
  response.end(request.method === 'HEAD' ? undefined : file);
}

/** A file that this instance remembers is served like an asset: not counted. */
async function findFile(
  { pictureFiles, countAnonymous, findReader }: RestContext,
  request: Request,
  response: Response,
  id: string,
  size: PictureSize,
) {
  const remembered = pictureFiles.recall(id, size);
  if (remembered) return { file: remembered, isPublic: true };
  await countAnonymous(request, response);
  const shown = await pictureFiles.find(id, size);
  if (shown) return { file: shown, isPublic: true };
  const reader = await findReader(request);
  const own = reader && (await pictureFiles.findOwn(id, size, reader));
  if (!own) throw notFound();
  return { file: own, isPublic: false };
}

function notFound(): DomainError {
  return new DomainError('NOT_FOUND', 'No published listing has this picture.');
}

/** Whether If-None-Match names the ETag or anything (RFC 9110 13.1.2). */
function isNamed(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  return condition.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
}
