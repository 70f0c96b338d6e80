import type { Language } from '../../languages.ts';

/** The texts of the e-mail about a passport in one language. */
export interface NoticeTexts {
  /** Instead of the name of a provider that is not known. */
  readonly someProvider: string;
  readonly subject: (passportId: number) => string;
  readonly what: (sender: string, passportId: number) => string;
  readonly entries: (count: number) => string;
  readonly wallet: (address: string) => string;
  readonly claim: string;
  readonly unexpected: string;
}

export const NOTICE_TEXTS: Readonly<Record<Language, NoticeTexts>> = {
  en: {
    someProvider: 'A giveaway provider',
    subject: (passportId) => `your passport ${passportId}`,
    what: (sender, passportId) => `${sender} has given you passport ${passportId}.`,
    entries: (count) => `It holds ${count} ${count === 1 ? 'entry' : 'entries'} more in a giveaway.`,
    wallet: (address) => `It belongs to the wallet ${address}.`,
    claim: 'To claim it, open this address:',
    unexpected: 'If you do not know the sender, ignore this message.',
  },
  de: {
    someProvider: 'Ein Anbieter von Giveaways',
    subject: (passportId) => `Ihr Pass ${passportId}`,
    what: (sender, passportId) => `${sender} hat Ihnen den Pass ${passportId} gegeben.`,
    entries: (count) => `Er hat ${count} ${count === 1 ? 'Los' : 'Lose'} mehr in einem Giveaway.`,
    wallet: (address) => `Er gehört zum Wallet ${address}.`,
    claim: 'Um ihn zu beanspruchen, öffnen Sie diese Adresse:',
    unexpected: 'Wenn Sie den Absender nicht kennen, ignorieren Sie diese Nachricht.',
  },
};
