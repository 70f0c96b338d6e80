/** A session that a correct one-time code has opened. */
export interface OpenedSession {
  /** The bearer token of the session. */
  readonly token: string;
  /** Set-Cookie header values for a browser. */
  readonly cookies: readonly string[];
}

/** Sessions of accounts, and the mail with the code that opens one. */
export interface SignIn {
  /** Throws SERVICE_UNAVAILABLE when the mail cannot be handed over. */
  sendCode(email: string, code: string): Promise<void>;
  /** Opens a session of an account whose e-mail address was proven. */
  open(accountId: string): Promise<OpenedSession>;
  /** Ends the session that the request's own headers carry. Answers Set-Cookie values. */
  close(headers: Headers): Promise<readonly string[]>;
}
