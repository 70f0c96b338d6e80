import type { Page, PageRequest } from '../values/paging.ts';

/** A session ends at the latest so many days after its sign-in, however much it is used. */
export const MAX_SESSION_DAYS = 90;

/** A live session of an account. Its id is random and says nothing about its token. */
export interface Session {
  readonly id: string;
  readonly createdAt: Date;
  /** The last use, accurate to an hour. */
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  /** The program that signed in, as `describeClient` describes it; null if it is unknown. */
  readonly client: string | null;
  /** The client network that signed in; null if it is unknown. */
  readonly network: string | null;
}

/** Reads and ends the sessions of accounts. A session that ended is refused from then on, on every instance. */
export interface SessionStore {
  /** The sessions of the account that have not expired, newest first. */
  pageOf(accountId: string, now: Date, page: PageRequest): Promise<Page<Session>>;
  /** Ends one session of the account; false when it has no live session with this id. */
  end(accountId: string, id: string, now: Date): Promise<boolean>;
  /** Ends all sessions of the account except this one; returns how many of them were live. */
  endOthers(accountId: string, id: string, now: Date): Promise<number>;
}
