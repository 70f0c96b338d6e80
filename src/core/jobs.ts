/** The names of the background jobs and the data of each; no job carries secret or personal data. */
export interface JobData {
  /**
   * After a passport was provisioned: stores the contact and sends the e-mail. `passportId` is the passport that this was done for, 0
   * after a reorganisation made the provision fail, and `givenAt` when its contact was stored: then it looks whether that still holds.
   */
  readonly 'finish-provision': {
    readonly operationId: string;
    readonly passportId?: number;
    /** ISO 8601. */
    readonly givenAt?: string;
  };
  /** Of earlier versions, which checked only deliveries that this service had recorded: does nothing. */
  readonly 'verify-prize-delivery': { readonly operationId: string };
  /** Compares recorded prize deliveries with the chains that their proofs name, a few times a minute. */
  readonly 'verify-prize-deliveries': Readonly<Record<string, never>>;
  /** Sends the mail of a sign-in code. */
  readonly 'send-sign-in-code': { readonly codeId: string };
  /** Of earlier versions, which had a job for each message: starts the job of its webhook. */
  readonly 'send-webhook': { readonly deliveryId: string };
  /** Sends the due messages of one webhook. */
  readonly 'send-webhooks': { readonly webhookId: string };
  /** The same for a webhook that follows the feed, apart from those of providers, which it must not delay. */
  readonly 'send-feed-webhooks': { readonly webhookId: string };
  /** The same for a subscription of the feed by WebSub, which anybody can request, apart from those of accounts. */
  readonly 'send-to-subscription': { readonly webhookId: string };
  /** Asks a callback whether it wants what was requested for it. */
  readonly 'confirm-subscription': { readonly subscriptionId: string };
  /** Deletes expired rows, once a day. */
  readonly purge: Readonly<Record<string, never>>;
  /** Marks the listings that have ended, a few times a minute. */
  readonly 'mark-ended': Readonly<Record<string, never>>;
  /** Counts the days that have ended, once an hour. */
  readonly 'count-days': Readonly<Record<string, never>>;
  /** Folds the words of texts that earlier releases stored, once an hour. */
  readonly 'fold-texts': Readonly<Record<string, never>>;
  /** Draws the rounds that are due and that nobody has drawn, a few times a minute. */
  readonly 'keep-rounds': Readonly<Record<string, never>>;
  /** Warns the accounts of API keys that expire soon, once an hour. */
  readonly 'warn-expiring-keys': Readonly<Record<string, never>>;
  /** Sends the mails to accounts and about reports of listings, a few times a minute. */
  readonly 'send-mails': Readonly<Record<string, never>>;
  /** Checks the proven domains of publishers that are due, four times an hour. */
  readonly 'check-domains': Readonly<Record<string, never>>;
  /** Fetches the images of listings that were not fetched yet, once a minute. */
  readonly 'fetch-images': Readonly<Record<string, never>>;
}
export type JobName = keyof JobData;

export interface JobOptions {
  /** Makes the job unique among the open jobs of its name. */
  readonly key?: string;
  readonly afterSeconds?: number;
  /** The tenant of the job, such as a provider id: one group never occupies all workers. */
  readonly group?: string;
  /** Whether it may keep its worker waiting: it does not use the workers of other jobs of its kind. */
  readonly isSlow?: boolean;
}

export interface NewJob<Name extends JobName> extends JobOptions {
  readonly data: JobData[Name];
}

/** A durable job queue: every job runs at least once, and on one instance at a time. */
export interface Jobs {
  /**
   * Resolves when the job is stored. Adds nothing while an unfinished job of the same name and key exists.
   */
  add<Name extends JobName>(name: Name, data: JobData[Name], options?: JobOptions): Promise<void>;
  /** Adds many jobs in one statement. */
  addAll<Name extends JobName>(name: Name, jobs: readonly NewJob<Name>[]): Promise<void>;
  /**
   * Adds jobs, and starts those that wait with the same keys at once, as slow as these. Resolves to the keys whose job is certain to
   * start after this call; the job of another key is running, so that it may not have seen what led to the call.
   */
  wake<Name extends JobName>(
    name: Name,
    jobs: readonly (NewJob<Name> & { readonly key: string })[],
  ): Promise<ReadonlySet<string>>;
}

const SHORTEST_PAUSE_SECONDS = 2;
const MAX_PAUSE_SECONDS = 600;

/** What a run of a perpetual job left undone, so that the rest of its work was done. */
export interface Shortcomings {
  /** Work that failed and is tried again. */
  readonly failures: readonly unknown[];
  /** How many things were given up for good. */
  readonly givenUp: number;
}

const NONE: Shortcomings = { failures: [], givenUp: 0 };

/** Thrown by a job that has to wait. It does not count as a failure: the job runs again after this time. */
export class JobNotDue extends Error {
  readonly afterSeconds: number;
  readonly shortcomings: Shortcomings;
  /** Whether the job is slow from now on; undefined when that stays as it was. */
  readonly isSlow: boolean | undefined;

  constructor(afterSeconds: number, shortcomings: Partial<Shortcomings> = {}, isSlow?: boolean) {
    super(`The job is not due for ${afterSeconds} seconds.`);
    this.name = 'JobNotDue';
    this.afterSeconds = afterSeconds;
    this.shortcomings = { ...NONE, ...shortcomings };
    this.isSlow = isSlow;
  }

  /** The next run of a job that has waited so many seconds: after a tenth of that time, at least 2 seconds, at most 10 minutes. */
  static since(seconds: number): JobNotDue {
    const pause = Math.max(SHORTEST_PAUSE_SECONDS, Math.ceil(seconds / 10));
    return new JobNotDue(Math.min(pause, MAX_PAUSE_SECONDS));
  }
}
