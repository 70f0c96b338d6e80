import type { Clock } from '../clock.ts';
import type { SessionStore } from './session-store.ts';
import { defineUseCase } from '../use-case.ts';
import { pageInput, readPage } from '../values/paging.ts';

/** The order's name in the cursors of sessions. */
export const SESSIONS_ORDER = 'SESSIONS';

/** Pages through the live sessions of the account, newest first. */
export const accountSessions = defineUseCase({
  permission: 'account',
  input: pageInput,

  execute: ({ clock, sessions }: { clock: Clock; sessions: SessionStore }, { accountId }, page) =>
    sessions.pageOf(accountId, clock.now(), readPage(page, SESSIONS_ORDER)),
});
