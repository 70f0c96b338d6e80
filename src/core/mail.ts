import type { Language } from './languages.ts';

/** One message to one recipient. */
export interface MailMessage {
  /** Letters, digits and underscores: the same in every attempt to send this message, and of no other message. */
  readonly id: string;
  /** An address that `emailAddress` accepted. */
  readonly to: string;
  /** Without line breaks. */
  readonly subject: string;
  readonly text: string;
  /** The same as HTML, escaped. */
  readonly html?: string;
  /** Of the text and the subject; several where each is in all of them. */
  readonly language: Language | readonly Language[];
}

/** The mail server has refused the recipient or the message for good (a reply 5yz, RFC 5321 4.2.1): do not send it again. */
export class MailRefused extends Error {
  constructor(cause: unknown) {
    super('The mail server refused the e-mail for good.', { cause });
    this.name = 'MailRefused';
  }
}

/** Sends e-mails. */
export interface Mail {
  /** Whether this installation can send e-mails at all. */
  readonly isConfigured: boolean;
  /** Whether messages go to a mail server, which can be slow; else they become files at once. */
  readonly hasServer: boolean;
  /** Throws SERVICE_UNAVAILABLE unless `isConfigured`. */
  ensureConfigured(): void;
  /** Resolves when the mail server has accepted the message. Throws MailRefused, or SERVICE_UNAVAILABLE when it may accept it later. */
  send(message: MailMessage): Promise<void>;
}
