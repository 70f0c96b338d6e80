import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as received over SMTP. */
export interface ReceivedMail {
  /** The recipients of the envelope, who actually receive it. */
  readonly recipients: readonly string[];
  /** Headers and body. */
  readonly text: string;
}

/** A mail server on the loopback interface. */
export interface Smtp {
  /** Its SMTP_URL. */
  readonly url: string;
  /** All mails received so far, oldest first. */
  readonly received: readonly ReceivedMail[];
  /** Closes all connections and refuses new ones. */
  stop(): Promise<void>;
  /** Listens again at the same port. */
  start(): Promise<void>;
}

/** Starts a mail server on a free port. */
export async function startSmtp(): Promise<Smtp> {
  const received: ReceivedMail[] = [];
  let server = await listen(0, received);
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    stop: () => new Promise((resolve) => server.close(resolve)),
    async start() {
      server = await listen(port, received);
    },
  };
}

async function listen(port: number, received: ReceivedMail[]): Promise<SMTPServer> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 10,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = envelope.rcptTo.map(({ address }) => address);
        received.push({ recipients, text: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}
