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
  const code = /code is (\d{6})/.exec(mail)?.[1];
  if (code === undefined) throw new Error(`There is no code in: ${mail}`);
  return code;
}
