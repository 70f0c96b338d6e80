import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The mails that a gateway without SMTP_URL wrote for this address, oldest first. */
export async function mailsTo(directory: string, email: string): Promise<string[]> {
  const folder = join(directory, 'mail');
  const names = await readdir(folder).catch((): string[] => []);
  const mails = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.toLowerCase().includes(`to: ${email.toLowerCase()}`));
}

/** The six digits of the code in a mail. */
export function codeOf(mail: string): string {
  const code = /(?:code is|Anmelden ist) (\d{6})/.exec(mail)?.[1];
  if (code === undefined) throw new Error(`There is no code in: ${mail}`);
  return code;
}

/** A mail with its subject and text decoded (RFC 2045 6.7, RFC 2047). */
export function decodeMail(mail: string): string {
  const decode = (text: string) =>
    Buffer.from(
      text.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
      'latin1',
    ).toString();
  const end = mail.indexOf('\r\n\r\n');
  const headers = mail
    .slice(0, end)
    .replaceAll(/\?=(?:\r\n)? =\?UTF-8\?Q\?/g, '')
    .replaceAll(/\r\n[ \t]/g, ' ')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, word: string) => decode(word.replaceAll('_', ' ')));
  return headers + decode(mail.slice(end).replaceAll('=\r\n', ''));
}
