import type { MailMessage } from '../mail.ts';
import type { AccountMail, KeyCreatedMail, PasskeyMail, SignedInMail } from './account-mail-store.ts';

type Composed = Omit<MailMessage, 'id' | 'to'>;

/** Composes a mail to an account, as text. A key is named by its first characters; its secret is in no mail. */
export function composeAccountMail(mail: AccountMail, publicUrl: string): Composed {
  if (mail.kind === 'KEY_CREATED') return composeKeyCreated(mail, publicUrl);
  return mail.kind === 'SIGNED_IN' ? composeSignedIn(mail, publicUrl) : composePasskey(mail, publicUrl);
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

function composeSignedIn({ at, client, network, passkey }: SignedInMail, publicUrl: string): Composed {
  const program = programOf(client);
  const means =
    passkey === null ? 'with a code from a mail to this address' : `with the passkey "${toOneLine(passkey)}"`;
  const sessions = `${publicUrl}/access/sessions`;
  const keys = `${publicUrl}/access/keys`;
  const advice =
    passkey === null
      ? [
          `If not, end the session, and look for keys that you did not create:\n${sessions}\n${keys}`,
          'Whoever signed in can read your mails: change the password of your mailbox, too.',
        ]
      : [
          `If not, remove the passkey, end the session, and look for keys that you did not create:\n${publicUrl}/access/passkeys\n${sessions}\n${keys}`,
        ];
  return {
    subject: 'A new device signed in to your account',
    text: `${[
      `${program} signed in at ${toMinute(at)}, from ${network}, ${means}.`,
      'It did not sign in to your account before, or has no cookies from then.',
      'If it was you, you need not do anything.',
      ...advice,
    ].join('\n\n')}\n`,
  };
}

function composePasskey({ kind, name, at, client, network }: PasskeyMail, publicUrl: string): Composed {
  const isAdded = kind === 'PASSKEY_ADDED';
  const links = `${publicUrl}/access/passkeys\n${publicUrl}/access/sessions`;
  return {
    subject: isAdded ? 'A new passkey of your account' : 'A passkey of your account was removed',
    text: `${[
      `The passkey "${toOneLine(name)}" was ${isAdded ? 'added to' : 'removed from'} your account at ${toMinute(at)}.`,
      `${programOf(client)} did it, from ${network}, while it was signed in to your account.`,
      'If it was you, you need not do anything.',
      isAdded
        ? `If not, remove the passkey, which can sign in, and end the sessions that you do not recognise:\n${links}`
        : `If not, end the sessions that you do not recognise. A code still signs you in, and you can add passkeys again:\n${links}`,
    ].join('\n\n')}\n`,
  };
}

const programOf = (client: string | null) => (client === null ? 'An unknown program' : toOneLine(client));

const toMinute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Control characters, and those of bidirectional text, which let a line read as another one. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

const toOneLine = (text: string) => text.replaceAll(CONTROLS, ' ').trim();
