import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import type { Publisher } from '../accounts/publisher-store.ts';

/** Looks publishers up by id; look-ups at the same time may share a statement. */
export interface Publishers {
  load(id: string): Promise<Publisher | undefined>;
}

/** A publisher of listings by its id; undefined when there is none. */
export const findPublisher = defineUseCase({
  permission: 'public',
  input: z.object({ id: z.string() }),

  execute: ({ publishers }: { publishers: Publishers }, _caller, { id }) => publishers.load(id),
});
