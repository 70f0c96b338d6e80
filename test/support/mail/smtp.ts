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
  /** How long it takes to accept a mail, in milliseconds; 0 at first. */
  delayMs: number;
  /** The reply to a recipient, such as `550 5.1.1 No such user`; undefined accepts it, as at first. */
  refuse: (recipient: string) => string | undefined;
  /** The reply to a mail with its content; undefined accepts it, as at first. */
  refuseMail: (mail: ReceivedMail) => string | undefined;
  /** How often each recipient was refused. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Closes all connections and refuses new ones. */
  stop(): Promise<void>;
  /** Listens again at the same port. */
  start(): Promise<void>;
}

/** Starts a mail server on a free port. */
export async function startSmtp(): Promise<Smtp> {
  const received: ReceivedMail[] = [];
  const refusals = new Map<string, number>();
  const behaviour: Behaviour = {
    received,
    refusals,
    delayMs: 0,
    refuse: () => undefined,
    refuseMail: () => undefined,
  };
  let server = await listen(0, behaviour);
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(behaviour, {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
    async start() {
      server = await listen(port, behaviour);
    },
  });
}

interface Behaviour extends Pick<Smtp, 'delayMs' | 'refuse' | 'refuseMail'> {
  readonly received: ReceivedMail[];
  readonly refusals: Map<string, number>;
}

async function listen(port: number, behaviour: Behaviour): Promise<SMTPServer> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 10,
    onRcptTo({ address }, _session, done) {
      const reply = behaviour.refuse(address);
      if (reply === undefined) return done();
      behaviour.refusals.set(address, (behaviour.refusals.get(address) ?? 0) + 1);
      done(toError(reply));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = envelope.rcptTo.map(({ address }) => address);
        const mail = { recipients, text: Buffer.concat(chunks).toString() };
        setTimeout(() => {
          const reply = behaviour.refuseMail(mail);
          if (reply !== undefined) return done(toError(reply));
          behaviour.received.push(mail);
          done();
        }, behaviour.delayMs);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

function toError(reply: string): Error {
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });
}
