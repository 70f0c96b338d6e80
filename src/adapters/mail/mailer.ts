import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFull } from '../../core/disk-full.ts';
import { DomainError } from '../../core/errors.ts';
import { MailRefused, type Mail, type MailMessage } from '../../core/mail.ts';
import { isOutOfRoom } from '../../runtime/disk.ts';
import { createFolder } from '../../runtime/files/create-folder.ts';
import { lazy } from '../../runtime/lazy.ts';

const TIMEOUT_MS = 10_000;
const RETRY_AFTER_SECONDS = 30;
/** The greatest number of messages being sent, including those that wait for a connection. */
const MAX_UNDER_WAY = 50;
/** Retry-After while no mail server is configured: configuring one takes longer than an outage of a mail server. */
const CONFIGURED_AFTER_SECONDS = 3_600;

/** Sends messages, each to exactly one recipient. */
export interface Mailer extends Mail {
  /** Undefined where no mail server is configured. */
  readonly server: MailServer | undefined;
  close(): void;
}

export interface MailServer {
  /** Connects and logs in, without sending a message. Rejects when that fails; it takes a minute at most. */
  check(): Promise<void>;
  /** The seconds that the oldest message waits to be accepted; 0 when none waits. */
  oldestWaits(): number;
}

interface MailerOptions {
  /** An smtp(s) URL; without it messages become files in `directory`. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
  readonly directory: string;
  /** In production, messages are never written to files. */
  readonly production: boolean;
  /** Reports a message that was refused for good, by the status of the reply, such as `550 5.1.1`. */
  readonly noteRefused?: (message: { readonly id: string; readonly status: string }) => void;
}

export function createMailer({ smtpUrl, from, directory, production, noteRefused }: MailerOptions): Mailer {
  if (smtpUrl === undefined) return production ? noMailer : createFileMailer(from, directory);
  const transport = openOnFirstUse(({ createTransport }) =>
    createTransport({
      url: smtpUrl,
      pool: true,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  const { send, oldestWaits } = boundSending(async (message) => {
    try {
      // The envelope is explicit, so that no parser of the header decides who receives the message.
      const smtp = await transport.open();
      await smtp.sendMail({ ...toMail(message, from), envelope: { from, to: [message.to] } });
    } catch (error) {
      const status = refusalOf(error);
      if (status !== undefined) {
        noteRefused?.({ id: message.id, status });
        throw new MailRefused(error);
      }
      throw new DomainError(
        'SERVICE_UNAVAILABLE',
        'The mail server did not accept the e-mail: try again shortly.',
        {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
          cause: error,
        },
      );
    }
  });
  return {
    isConfigured: true,
    hasServer: true,
    ensureConfigured: () => undefined,
    send,
    server: { check: async () => void (await (await transport.open()).verify()), oldestWaits },
    close: transport.close,
  };
}

/** A transport of nodemailer, which is loaded for the first message. */
function openOnFirstUse<Transport extends { close(): void }>(
  create: (library: typeof import('nodemailer')) => Transport,
) {
  let opened: Transport | undefined;
  const open = lazy(async () => (opened = create(await import('nodemailer'))));
  return { open, close: () => opened?.close() };
}

/** Bounds the queue in memory: refuses a message while many others wait for a slow mail server. */
function boundSending(send: Mail['send']): Pick<Mail, 'send'> & Pick<MailServer, 'oldestWaits'> {
  // In the order in which they were started.
  const underWay = new Set<{ readonly since: number }>();
  return {
    async send(message) {
      if (underWay.size >= MAX_UNDER_WAY) {
        throw new DomainError(
          'SERVICE_UNAVAILABLE',
          'Too many e-mails are waiting to be sent: try again shortly.',
          {
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          },
        );
      }
      const started = { since: performance.now() };
      underWay.add(started);
      try {
        await send(message);
      } finally {
        underWay.delete(started);
      }
    },
    oldestWaits() {
      const [oldest] = underWay;
      return oldest === undefined ? 0 : (performance.now() - oldest.since) / 1_000;
    },
  };
}

const noMailer: Mailer = {
  isConfigured: false,
  hasServer: false,
  ensureConfigured: () => {
    throw notConfigured();
  },
  send: () => Promise.reject(notConfigured()),
  server: undefined,
  close: () => undefined,
};

function notConfigured(): DomainError {
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    'This service sends no e-mail yet: its operator has to set SMTP_URL.',
    { retryAfterSeconds: CONFIGURED_AFTER_SECONDS },
  );
}

function createFileMailer(from: string, directory: string): Mailer {
  const transport = openOnFirstUse(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
  );
  const { send } = boundSending(async (mail) => {
    const files = await transport.open();
    const { message, messageId } = await files.sendMail(toMail(mail, from));
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${messageId.replace(/[^\w.-]/g, '')}.eml`;
    await writeMail(directory, name, message as Buffer);
  });
  return {
    isConfigured: true,
    hasServer: false,
    ensureConfigured: () => undefined,
    send,
    server: undefined,
    close: transport.close,
  };
}

/** Throws SERVICE_UNAVAILABLE; half a message, as on a full disk, is removed again. */
async function writeMail(directory: string, name: string, message: Buffer): Promise<void> {
  const file = join(directory, name);
  try {
    await createFolder(directory);
    await writeFile(file, message, { mode: 0o600 });
  } catch (cause) {
    await rm(file, { force: true }).catch(() => undefined);
    if (isOutOfRoom(cause)) throw diskFull('data folder', cause);
    const { code } = cause as NodeJS.ErrnoException;
    throw new DomainError(
      'SERVICE_UNAVAILABLE',
      `The e-mail could not be written to the folder mail of DATA_DIR (${code}): make it writable, or set SMTP_URL.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS, cause },
    );
  }
}

function toMail({ id, to, subject, text, html, language }: MailMessage, from: string) {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    ...(html !== undefined && { html }),
    headers: { 'Content-Language': [language].flat().join(', ') },
    messageId: `<${id}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`,
  };
}

/** The status of a reply that refuses the recipient or the message for good; undefined for other errors. */
function refusalOf(error: unknown): string | undefined {
  // The names of nodemailer's SMTP errors. A refused sender or log-in concerns the configuration instead.
  const { responseCode, command, response } = error as SmtpError;
  const isFinal = responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  if (!isFinal || (command !== 'RCPT TO' && command !== 'DATA')) return undefined;
  // Without the rest of the reply, which may repeat the address.
  return /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response ?? '')?.[0] ?? String(responseCode);
}

interface SmtpError {
  readonly responseCode?: number;
  readonly command?: string;
  readonly response?: string;
}
