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
}
export type JobName = keyof JobData;

/** Durable work in the background: every job is done at least once, by one instance at a time. */
export interface Jobs {
  /**
   * Resolves when the job is kept. A job of the same name and key that is not done yet stands for this one too.
   */
  add<Name extends JobName>(
    name: Name,
    data: JobData[Name],
    options?: { readonly key?: string; readonly afterSeconds?: number },
  ): Promise<void>;
}

/** Thrown by a job that cannot be done yet, which is no failure: it is tried again after this time. */
export class JobNotDue extends Error {
  readonly afterSeconds: number;

  constructor(afterSeconds: number) {
    super(`The job is not due for ${afterSeconds} seconds.`);
    this.name = 'JobNotDue';
    this.afterSeconds = afterSeconds;
  }
}
