/** One message to one recipient. */
export interface MailMessage {
  /** Checked by the core's e-mail grammar. */
  readonly to: string;
  /** Without line breaks. */
  readonly subject: string;
  readonly text: string;
  /** The same as HTML, escaped. */
  readonly html?: string;
}

/** Hands messages over. */
export interface Mail {
  /** Throws SERVICE_UNAVAILABLE where no message can ever be handed over. */
  ensureConfigured(): void;
  /** Throws SERVICE_UNAVAILABLE when that fails. */
  send(message: MailMessage): Promise<void>;
}
