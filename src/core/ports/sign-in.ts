/** A session that a correct one-time code has opened. */
export interface OpenedSession {
  /** The bearer token of the session. */
  readonly token: string;
  /** Set-Cookie header values for a browser. */
  readonly cookies: readonly string[];
  readonly accountId: string;
}

/** One-time codes by e-mail, and the sessions they open. */
export interface SignIn {
  /** Sends a fresh code. Throws SERVICE_UNAVAILABLE when the mail cannot be handed over. */
  sendCode(email: string): Promise<void>;
  /** Undefined when the code is wrong, used, or too old. */
  open(email: string, code: string): Promise<OpenedSession | undefined>;
  /** Ends the session that the request's own headers carry. Answers Set-Cookie values. */
  close(headers: Headers): Promise<readonly string[]>;
}
