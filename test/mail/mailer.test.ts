import { expect, it } from '@jest/globals';
import { mkdir, readdir } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { createMailer } from '../../src/adapters/mail/mailer.ts';
import type { DomainError } from '../../src/core/errors.ts';
import { MailRefused } from '../../src/core/mail.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { disks } from '../support/faults/disk.ts';
import { startSmtp } from '../support/mail/smtp.ts';

const MAIL = { id: 'eml_1', to: 'someone@example.com', language: 'en' } as const;

it('while a mail server is slow, fifty messages wait, and no more', async () => {
  const sockets: Socket[] = [];
  // It takes connections and says nothing.
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'giveaways@localhost',
    directory: '',
    production: true,
  });
  const send = () => mailer.send({ ...MAIL, subject: 'A code', text: 'A code' });

  const waiting = Array.from({ length: 50 }, () => send().catch((error: Error) => error.message));
  await expect(send()).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many e-mails are waiting to be sent: try again shortly.',
    retryAfterSeconds: 30,
  });

  const waits = () => mailer.server?.oldestWaits() ?? 0;
  expect(
    await eventually(
      async () => waits(),
      (seconds) => seconds > 0.5,
    ),
  ).toBeLessThan(60);
  mailer.close();
  for (const socket of sockets) socket.destroy();
  server.close();
  const failed = new Set(await Promise.all(waiting));
  expect(failed).toEqual(new Set(['The mail server did not accept the e-mail: try again shortly.']));
  await expect(send()).rejects.toMatchObject({
    message: 'The mail server did not accept the e-mail: try again shortly.',
  });
  expect(waits()).toBe(0);
});

it('tells refusals for good from those for now, whether of the recipient or of the message', async () => {
  const smtp = await startSmtp();
  const noted: string[] = [];
  const noteRefused = ({ status }: { readonly status: string }) => void noted.push(status);
  const from = 'giveaways@localhost';
  const mailer = createMailer({ smtpUrl: smtp.url, from, directory: '', production: true, noteRefused });
  const outcome = (reply: Partial<typeof smtp>) => {
    Object.assign(smtp, { refuse: () => undefined, refuseMail: () => undefined }, reply);
    return mailer.send({ ...MAIL, subject: 'A', text: 'A' }).then(
      () => 'sent',
      (error: unknown) => (error instanceof MailRefused ? 'for good' : (error as DomainError).code),
    );
  };
  expect([
    await outcome({ refuse: () => '550 5.1.1 No such user' }),
    await outcome({ refuseMail: () => '554 5.7.1 Message refused' }),
    await outcome({ refuse: () => '450 4.2.1 Mailbox is busy' }),
    await outcome({ refuseMail: () => '451 4.7.1 Try again later' }),
    await outcome({}),
  ]).toEqual(['for good', 'for good', 'SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE', 'sent']);
  expect(noted).toEqual(['550 5.1.1', '554 5.7.1']);
  mailer.close();
  await smtp.stop();
});

it('checks a mail server without sending a message', async () => {
  const smtp = await startSmtp();
  const options = { from: 'giveaways@localhost', directory: '', production: true };
  const mailer = createMailer({ ...options, smtpUrl: smtp.url });
  await mailer.server?.check();
  await smtp.stop();
  await expect(mailer.server?.check()).rejects.toThrow('ECONNREFUSED');
  await smtp.start();
  await mailer.server?.check();
  expect(smtp.received).toEqual([]);
  mailer.close();
  await smtp.stop();
});

it.each([true, false])(
  'has no mail server to check without an address of one (production: %s)',
  (production) => {
    const mailer = createMailer({
      smtpUrl: undefined,
      from: 'giveaways@localhost',
      directory: '',
      production,
    });
    expect(mailer.server).toBeUndefined();
    mailer.close();
  },
);

const writeTo = (directory: string) =>
  createMailer({ smtpUrl: undefined, from: 'giveaways@localhost', directory, production: false }).send({
    ...MAIL,
    subject: 'A code',
    text: 'A code',
  });

it('says where a message could not be written without a mail server', async () => {
  await expect(writeTo('/proc/mail')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: expect.stringMatching(
      /^The e-mail could not be written to the folder mail of DATA_DIR \(E\w+\)/,
    ),
  });
});

describeWith(disks, 'no file system can be mounted', 'a data folder on a full disk', (mount) => {
  it('is named where a message does not fit, of which nothing stays', async () => {
    const disk = mount(1);
    const directory = join(disk.directory, 'mail');
    await mkdir(directory);
    await disk.fill();
    await expect(writeTo(directory)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      reason: 'DISK_FULL',
      message: expect.stringContaining('The disk of the data folder is full'),
    });
    expect(await readdir(directory)).toEqual([]);
    await disk.free();
    await writeTo(directory);
    expect(await readdir(directory)).toHaveLength(1);
    disk.remove();
  });
});
