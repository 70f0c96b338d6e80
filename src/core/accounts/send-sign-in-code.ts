import type { JobData } from '../jobs.ts';
import { MailRefused } from '../mail.ts';
import type { Clock } from '../clock.ts';
import type { SignIn } from './sessions.ts';
import type { SignInCodes } from './sign-in-codes.ts';

/**
 * Sends the mail of a queued code (job 'send-sign-in-code') and erases it; also erases that of a code that is no longer valid. Throws
 * SERVICE_UNAVAILABLE when the mail server may accept it later. A mail that was refused for good is not sent again.
 */
export async function sendSignInCode(
  { clock, signIn, signInCodes }: { clock: Clock; signIn: SignIn; signInCodes: SignInCodes },
  { codeId }: JobData['send-sign-in-code'],
): Promise<void> {
  const mail = await signInCodes.findMail(codeId, clock.now());
  let refusedAt: Date | null = null;
  try {
    if (mail !== undefined) await signIn.sendCode(mail);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    refusedAt = clock.now();
  }
  await signInCodes.endMail(codeId, refusedAt);
}
