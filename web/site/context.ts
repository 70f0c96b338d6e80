import type { Texts } from '../texts/en.ts';
import type { Format } from './format.ts';
import type { LegalText } from './legal.ts';
import type { Language } from './language.ts';
import type { Parameters } from './query.ts';

/** A publisher of somebody else, and what the account may do for it. */
export interface ActingPublisher {
  readonly id: string;
  /** Null without a name. */
  readonly name: string | null;
  readonly role: 'OWNER' | 'ADMIN' | 'EDITOR';
}

/** Whether the account may change the profile, domain and members of a publisher; without one, of its own. */
export function mayManage(publisher: Pick<ActingPublisher, 'role'> | undefined): boolean {
  return publisher?.role !== 'EDITOR';
}

/** What every page and part knows of the request and the site. */
export interface SiteContext {
  readonly language: Language;
  /** The texts of the language. */
  readonly t: Texts;
  readonly format: Format;
  readonly now: Date;
  /** The public URL of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** Whether the service is connected to a chain. */
  readonly hasChain: boolean;
  /** Whether the service can send e-mails. */
  readonly sendsMail: boolean;
  /** Whether browsers can have passkeys for the public URL. */
  readonly hasPasskeys: boolean;
  /** The URL of an explorer of the chain's blocks, without a slash at the end; undefined without one. */
  readonly explorerUrl: string | undefined;
  /** The address of a page of this site in the visitor's language, from its path, such as /listings/lst_1. */
  readonly link: (path: string, parameters?: Parameters) => string;
  /** The address of the present page with further parameters. */
  readonly here: (parameters: Parameters) => string;
  /** The address of the present page in another language. */
  readonly inLanguage: (language: Language) => string;
  /** The absolute address of the present page for search engines: in that language, or in the one that its reader prefers. */
  readonly canonical: (language?: Language) => string;
  /** The id of the account that is signed in; undefined on a public page. */
  readonly account?: string | undefined;
  /** The id of the request in the log; undefined on an error page, which has its own. */
  readonly requestId?: string | undefined;
  /** The publisher of somebody else that the page acts for. */
  readonly acting?: ActingPublisher | undefined;
  /** Whether the address of the present page names its language. */
  readonly isLanguageChosen: boolean;
  /** The address of an island or a style sheet. */
  readonly asset: (name: string) => string;
  /** The path of the present page, without the prefix of the public URL. */
  readonly path: string;
  /** The legal texts of the operator, for the language of the page. */
  readonly legal: readonly LegalText[];
}

let current: SiteContext | undefined;

/** Renders parts within the context of a page. Rendering waits for nothing, so no other page is rendered meanwhile. */
export function within(site: SiteContext, render: () => string): string {
  const outer = current;
  current = site;
  try {
    return render();
  } finally {
    current = outer;
  }
}

/** The context of the page that is rendered. */
export function useSite(): SiteContext {
  if (current === undefined) throw new Error('A part was rendered outside of a page.');
  return current;
}
