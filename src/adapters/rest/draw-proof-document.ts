import type { RequestHandler } from 'express';
import { drawProofDocument } from '../../core/draws/draw-proof-document.ts';
import type { RestContext } from './endpoint.ts';

/** The proof of a draw as a file: its path names the id of the giveaway and the index of the round. */
export const DRAW_PROOF_PATH = '/giveaways/:giveaway/rounds/:round/proof.json';

/** GET /giveaways/{giveaway}/rounds/{round}/proof.json */
export function drawProofDocumentEndpoint({ admit, run, refuse }: RestContext): RequestHandler {
  return async (request, response) => {
    try {
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
    } catch (error) {
      refuse(request, response, error);
    }
  };
}
