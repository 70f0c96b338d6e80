import type { MailMessage } from '../mail.ts';
import type { AccountMail, KeyCreatedMail, SignedInMail } from './account-mail-store.ts';

type Composed = Omit<MailMessage, 'id' | 'to'>;

/** Composes a mail to an account, as text. A key is named by its first characters; its secret is in no mail. */
export function composeAccountMail(mail: AccountMail, publicUrl: string): Composed {
  return mail.kind === 'KEY_CREATED' ? composeKeyCreated(mail, publicUrl) : composeSignedIn(mail, publicUrl);
}

function composeKeyCreated({ apiKey, by }: KeyCreatedMail, publicUrl: string): Composed {
  const name = toOneLine(apiKey.name);
  const creator =
    by === 'operator' ? 'The operator of the service' : 'Somebody who was signed in to your account';
  return {
    subject: 'A new API key of your account',
    text: `${[
      `${creator} has created the API key "${name}" (${apiKey.start}…) at ${toMinute(apiKey.createdAt)}.`,
      `Its scopes: ${apiKey.scopes.join(', ')}`,
      `It expires: ${apiKey.expiresAt === null ? 'never' : toMinute(apiKey.expiresAt)}`,
      'If you expected this, you need not do anything.',
      `If not, revoke the key and end the sessions that you do not recognise:\n${publicUrl}/access/keys\n${publicUrl}/access/sessions`,
    ].join('\n\n')}\n`,
  };
}

function composeSignedIn({ at, client, network }: SignedInMail, publicUrl: string): Composed {
  const program = client === null ? 'An unknown program' : toOneLine(client);
  return {
    subject: 'A new device signed in to your account',
    text: `${[
      `${program} signed in at ${toMinute(at)}, from ${network}, with a code from a mail to this address.`,
      'It did not sign in to your account before, or has no cookies from then.',
      'If it was you, you need not do anything.',
      `If not, end the session, and look for keys that you did not create:\n${publicUrl}/access/sessions\n${publicUrl}/access/keys`,
      'Whoever signed in can read your mails: change the password of your mailbox, too.',
    ].join('\n\n')}\n`,
  };
}

const toMinute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Control characters, and those of bidirectional text, which let a line read as another one. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

const toOneLine = (text: string) => text.replaceAll(CONTROLS, ' ').trim();
