import type { Device } from './devices/device.ts';
import type { SignInMail } from './sign-in-codes.ts';

/** A session that a correct one-time code or a passkey has opened. */
export interface OpenedSession {
  readonly id: string;
  /** The bearer token of the session. */
  readonly token: string;
  /** Set-Cookie header values for a browser. */
  readonly cookies: readonly string[];
}

/** What is stored about the client that opens a session. */
export interface SessionClient {
  /** As `describeClient` describes it; null if it is unknown. */
  readonly client: string | null;
  readonly network: string;
}

/** Sends sign-in codes by e-mail. Opens and closes the sessions of accounts, in the transaction of the call if there is one. */
export interface SignIn {
  /** Throws MailRefused, or SERVICE_UNAVAILABLE when the mail cannot be handed over now. */
  sendCode(mail: SignInMail): Promise<void>;
  /** The device that sends a request with these headers. */
  deviceOf(headers: Headers): Device;
  /** Opens a session for an account whose e-mail address was verified, now or when its passkey was added. */
  open(accountId: string, client: SessionClient): Promise<OpenedSession>;
  /** Ends the session of the request with these headers; returns the Set-Cookie values that clear its cookie. */
  close(headers: Headers): Promise<readonly string[]>;
}
