/** The work that is done later, by name, with what each job is told; nothing of it is secret or personal. */
export interface JobData {
  /** After a passport was provisioned: keeps the contact and sends the e-mail. */
  readonly 'finish-provision': { readonly operationId: string };
  /** Compares a recorded prize delivery with the chain that it happened on. */
  readonly 'verify-prize-delivery': { readonly operationId: string };
  /** Sends one webhook message to one endpoint. */
  readonly 'send-webhook': { readonly deliveryId: string };
  /** Deletes what has expired, once a day. */
  readonly purge: Readonly<Record<string, never>>;
  /** Marks the listings that have ended, a few times a minute. */
  readonly 'mark-ended': Readonly<Record<string, never>>;
}
export type JobName = keyof JobData;

export interface JobOptions {
  readonly key?: string;
  readonly afterSeconds?: number;
  /** Whom it is for: some of the workers are left to the jobs of others, however many it has. */
  readonly group?: string;
}

export interface NewJob<Name extends JobName> extends JobOptions {
  readonly data: JobData[Name];
}

/** Durable work in the background: every job is done at least once, by one instance at a time. */
export interface Jobs {
  /**
   * Resolves when the job is kept. A job of the same name and key that is not done yet stands for this one too.
   */
  add<Name extends JobName>(name: Name, data: JobData[Name], options?: JobOptions): Promise<void>;
  /** The same for many, by one statement. */
  addAll<Name extends JobName>(name: Name, jobs: readonly NewJob<Name>[]): Promise<void>;
}

const SHORTEST_PAUSE_SECONDS = 2;
const LONGEST_PAUSE_SECONDS = 600;

/** Thrown by a job that cannot be done yet, which is no failure: it is tried again after this time. */
export class JobNotDue extends Error {
  readonly afterSeconds: number;

  constructor(afterSeconds: number) {
    super(`The job is not due for ${afterSeconds} seconds.`);
    this.name = 'JobNotDue';
    this.afterSeconds = afterSeconds;
  }

  /** What has waited for so many seconds may wait a tenth longer: from 2 seconds to 10 minutes. */
  static since(seconds: number): JobNotDue {
    const pause = Math.max(SHORTEST_PAUSE_SECONDS, Math.ceil(seconds / 10));
    return new JobNotDue(Math.min(pause, LONGEST_PAUSE_SECONDS));
  }
}
