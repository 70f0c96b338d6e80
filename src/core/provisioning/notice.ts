import type { MailMessage } from '../mail.ts';

interface Notice {
  /** The provider's name; '' when it is not known. */
  readonly provider: string;
  readonly passportId: number;
  readonly ownerWallet: string;
  /** Null when none were issued. */
  readonly entries: number | null;
  /** '' without one. */
  readonly claimUrl: string;
}

/** Composes the e-mail about a new passport, as text and as HTML; texts of the provider are escaped. */
export function composeNotice({
  provider,
  passportId,
  ownerWallet,
  entries,
  claimUrl,
}: Notice): Omit<MailMessage, 'id' | 'to'> {
  const sender = toOneLine(provider) || 'A giveaway provider';
  const paragraphs = [
    `${sender} has given you passport ${passportId}.`,
    ...(entries === null
      ? []
      : [`It holds ${entries} ${entries === 1 ? 'entry' : 'entries'} more in a giveaway.`]),
    `It belongs to the wallet ${ownerWallet}.`,
  ];
  const claim = claimUrl === '' ? [] : ['To claim it, open this address:', claimUrl];
  const end = 'If you do not know the sender, ignore this message.';
  const html = [
    ...paragraphs.map((line) => `<p>${escape(line)}</p>`),
    ...(claimUrl === ''
      ? []
      : [`<p>To claim it, open this address:<br><a href="${escape(claimUrl)}">${escape(claimUrl)}</a></p>`]),
    `<p>${escape(end)}</p>`,
  ];
  return {
    subject: `${sender}: your passport ${passportId}`,
    text: `${[...paragraphs, ...claim, end].join('\n\n')}\n`,
    language: 'en',
    html: `<!doctype html><html><body>${html.join('')}</body></html>`,
  };
}

function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
