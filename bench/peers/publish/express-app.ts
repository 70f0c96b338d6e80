import express, { type Request, type Response } from 'express';
import { createServer } from 'node:http';
import { listen } from '../connections/listen.ts';
import { hashOf, presentListing, readDraft, type Draft, type Written } from './draft.ts';

/** Writes a draft for the owner of a key; undefined when the key has no owner. */
export type Publish = (keyHash: string, draft: Draft) => Promise<Written | undefined>;

/** A small express service that publishes with the given function. */
export function servePublish(publish: Publish): void {
  const app = express();
  app.post(
    '/api/v1/giveaways',
    express.json({ limit: 32_768 }),
    async (request: Request, response: Response) => {
      const draft = readDraft(request.body);
      if (draft === undefined) {
        response.status(400).json({ error: { message: 'This is not a listing.' } });
        return;
      }
      const written = await publish(hashOf(request.headers.authorization), draft);
      if (written === undefined) response.status(401).json({ error: { message: 'This key is not valid.' } });
      else response.json(presentListing(draft, written));
    },
  );
  listen(createServer(app));
}
