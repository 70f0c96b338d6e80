import type { Clock } from './clock.ts';
import { MailRefused, type Mail, type MailMessage } from './mail.ts';

const AT_ONCE = 100;
/** The last attempt comes about four days after the first. */
const MAX_ATTEMPTS = 12;

/** A queued mail whose time has come. */
export interface DueMail {
  readonly id: string;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
}

/** Mails that wait to be sent. */
export interface MailQueue<Due extends DueMail> {
  /**
   * Takes some mails that are due, so that nobody else gets them for ten minutes; the pause doubles with each attempt, to twelve
   * hours. A mail whose pause is longer than that was queued by a wrong clock, and is due.
   */
  claim(now: Date, limit: number): Promise<Due[]>;
  /** Returns mails that were taken and not tried. */
  unclaim(ids: readonly string[], now: Date): Promise<void>;
  /** Removes a mail that was sent or is given up. */
  end(id: string, now: Date): Promise<void>;
}

/** What a run did. */
export interface MailRun<Due extends DueMail> {
  /** Whether no mail was left that is due. */
  readonly isDone: boolean;
  readonly failed: readonly FailedMail<Due>[];
}

interface FailedMail<Due extends DueMail> {
  readonly due: Due;
  readonly isGivenUp: boolean;
  readonly reason: string;
}

/**
 * Sends the mails of a queue that are due; one without a message is removed. A mail that is not accepted delays no other: it is
 * sent again later, a dozen times at most, unless it was refused for good. A mail is sent again, with the same id, only when the
 * process died between sending it and noting so. Stops early when `isOver`.
 */
export async function sendDueMails<Due extends DueMail>(
  { clock, mail }: { readonly clock: Clock; readonly mail: Mail },
  queue: MailQueue<Due>,
  compose: (due: Due) => Omit<MailMessage, 'id'> | undefined,
  isOver: () => boolean = () => false,
): Promise<MailRun<Due>> {
  const now = clock.now();
  const dues = await queue.claim(now, AT_ONCE);
  const failed: FailedMail<Due>[] = [];
  for (const [index, due] of dues.entries()) {
    if (isOver()) {
      await queue.unclaim(
        dues.slice(index).map(({ id }) => id),
        clock.now(),
      );
      return { isDone: false, failed };
    }
    try {
      const message = compose(due);
      if (message !== undefined) await mail.send({ id: due.id, ...message });
    } catch (error) {
      const isGivenUp = error instanceof MailRefused || due.attempt >= MAX_ATTEMPTS;
      failed.push({ due, isGivenUp, reason: error instanceof Error ? error.message : 'unknown' });
      if (!isGivenUp) continue;
    }
    await queue.end(due.id, now);
  }
  return { isDone: dues.length < AT_ONCE, failed };
}
