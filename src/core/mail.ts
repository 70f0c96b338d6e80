/** One message to one recipient. */
export interface MailMessage {
  /** An address that `emailAddress` accepted. */
  readonly to: string;
  /** Without line breaks. */
  readonly subject: string;
  readonly text: string;
  /** The same as HTML, escaped. */
  readonly html?: string;
}

/** Sends e-mails. */
export interface Mail {
  /** Throws SERVICE_UNAVAILABLE when this installation is not configured to send e-mails. */
  ensureConfigured(): void;
  /** Resolves when the mail server has accepted the message. Throws SERVICE_UNAVAILABLE when that fails. */
  send(message: MailMessage): Promise<void>;
}
