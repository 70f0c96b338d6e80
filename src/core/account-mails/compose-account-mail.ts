import type { Language } from '../languages.ts';
import type { MailMessage } from '../mail.ts';
import type {
  AccountMail,
  InvitedMail,
  KeyCreatedMail,
  PasskeyMail,
  SignedInMail,
} from './account-mail-store.ts';
import { FORMAT_MINUTE, toOneLine, toText } from './mail-text.ts';
import { ACCOUNT_MAIL_TEXTS } from './texts/texts.ts';

type Composed = Omit<MailMessage, 'id' | 'to'>;

interface Reader {
  readonly language: Language;
  /** The address of the service, without a slash at the end. */
  readonly publicUrl: string;
}

/** Composes a mail to an account, as text. A key is named by its first characters; its secret is in no mail. */
export function composeAccountMail(mail: AccountMail, reader: Reader): Composed {
  if (mail.kind === 'INVITED') return composeInvited(mail, reader);
  if (mail.kind === 'KEY_CREATED') return composeKeyCreated(mail, reader);
  return mail.kind === 'SIGNED_IN' ? composeSignedIn(mail, reader) : composePasskey(mail, reader);
}

/** Composes the mail of a sign-in code, as text. */
export function composeSignInMail(code: string, language: Language): Composed {
  const texts = ACCOUNT_MAIL_TEXTS[language].signInCode;
  return { subject: texts.subject, text: toText([texts.code(code), texts.validity]), language };
}

function composeInvited(mail: InvitedMail, { language, publicUrl }: Reader): Composed {
  const { publisherId, publisherName, invitedBy, role, email } = mail;
  const texts = ACCOUNT_MAIL_TEXTS[language].invited;
  const name = publisherName === null ? publisherId : toOneLine(publisherName);
  return {
    subject: texts.subject,
    text: toText([
      texts.what(invitedBy, name),
      `${publicUrl}/publishers/${publisherId}`,
      texts.role[role],
      `${texts.accept(email)}\n${publicUrl}/access/members`,
      texts.unexpected,
    ]),
    language,
  };
}

function composeKeyCreated({ apiKey, by }: KeyCreatedMail, { language, publicUrl }: Reader): Composed {
  const texts = ACCOUNT_MAIL_TEXTS[language].keyCreated;
  const toMinute = FORMAT_MINUTE[language];
  const creator = by === 'operator' ? texts.byOperator : texts.byAccount;
  return {
    subject: texts.subject,
    text: toText([
      texts.what(creator, toOneLine(apiKey.name), apiKey.start, toMinute(apiKey.createdAt)),
      texts.scopes(apiKey.scopes.join(', ')),
      texts.expires(apiKey.expiresAt && toMinute(apiKey.expiresAt)),
      texts.expected,
      `${texts.advice}\n${publicUrl}/access/keys\n${publicUrl}/access/sessions`,
    ]),
    language,
  };
}

function composeSignedIn(mail: SignedInMail, { language, publicUrl }: Reader): Composed {
  const { at, client, network, passkey } = mail;
  const { signedIn: texts, wasYou } = ACCOUNT_MAIL_TEXTS[language];
  const program = programOf(client, language);
  const means = passkey === null ? texts.byCode : texts.byPasskey(toOneLine(passkey));
  const links = `${publicUrl}/access/sessions\n${publicUrl}/access/keys`;
  const advice =
    passkey === null
      ? [`${texts.adviceOfCode}\n${links}`, texts.mailbox]
      : [`${texts.adviceOfPasskey}\n${publicUrl}/access/passkeys\n${links}`];
  return {
    subject: texts.subject,
    text: toText([
      texts.what(program, FORMAT_MINUTE[language](at), network, means),
      texts.why,
      wasYou,
      ...advice,
    ]),
    language,
  };
}

function composePasskey(mail: PasskeyMail, { language, publicUrl }: Reader): Composed {
  const { passkey, wasYou } = ACCOUNT_MAIL_TEXTS[language];
  const texts = mail.kind === 'PASSKEY_ADDED' ? passkey.added : passkey.removed;
  return {
    subject: texts.subject,
    text: toText([
      texts.what(toOneLine(mail.name), FORMAT_MINUTE[language](mail.at)),
      passkey.by(programOf(mail.client, language), mail.network),
      wasYou,
      `${texts.advice}\n${publicUrl}/access/passkeys\n${publicUrl}/access/sessions`,
    ]),
    language,
  };
}

const programOf = (client: string | null, language: Language) =>
  client === null ? ACCOUNT_MAIL_TEXTS[language].unknownProgram : toOneLine(client);
