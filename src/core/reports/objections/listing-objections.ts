import { z } from 'zod';
import { defineUseCase } from '../../use-case.ts';
import { pageArguments, readPage } from '../../values/paging.ts';
import { REPORT_STATES, type ReportState } from '../listing-report.ts';
import type { ListingObjectionStore } from './objection-store.ts';

/** The order's name in the cursors of objections in this state. */
export function objectionsOrder(state: ReportState): string {
  return `${state}_OBJECTIONS`;
}

/** Pages through the objections: those that wait, oldest first, or those with a decision, newest first. */
export const listingObjections = defineUseCase({
  permission: 'operator',
  input: z.object({
    state: z.enum(REPORT_STATES, `must be one of ${REPORT_STATES.join(', ')}.`),
    ...pageArguments,
  }),

  execute: (
    { listingObjections }: { listingObjections: ListingObjectionStore },
    _operator,
    { state, ...page },
  ) => listingObjections.page(state, readPage(page, objectionsOrder(state))),
});
