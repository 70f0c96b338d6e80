export { COUNT_LIMIT } from '../../core/feed/count-limit.ts';
export { LANGUAGES } from '../../core/languages.ts';
export { UNSTATED_TEXTS } from '../../core/listings/facts/unstated-texts.ts';

/** What the server and the site know of each other. The site is a bundle that is built from `web/`. */
export interface Site {
  /** The page at a target (path and query). */
  find(target: string, acceptLanguage: string | undefined): FoundPage | undefined;
  /** Answers a request of a page that `find` returned. Rejects only when the site fails. */
  respond(request: SiteRequest): Promise<SiteResponse>;
  /** A page for an unknown target, a refused form or a failure. */
  fail(failure: SiteFailure): SiteResponse;
}

/** The texts that an operator supplies, in the order of the links to them. */
export const LEGAL_NAMES = ['imprint', 'privacy', 'terms', 'contact'] as const;
export type LegalName = (typeof LEGAL_NAMES)[number];

/** Markdown by the name of the text and the code of its language. */
export type LegalTexts = Readonly<Partial<Record<LegalName, Readonly<Record<string, string>>>>>;

/** What the site needs to know of the service. */
export interface SiteOptions {
  /** The public URL of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** Whether the service is connected to a chain. */
  readonly hasChain: boolean;
  /** Whether the service can send e-mails. */
  readonly sendsMail: boolean;
  /** Whether browsers can have passkeys for the public URL. */
  readonly hasPasskeys: boolean;
  /** Whether it has the pages for those who change it. */
  readonly isForDevelopment: boolean;
  /** The URL of an explorer of the chain's blocks, without a slash at the end (EIP-3091); undefined without one. */
  readonly explorerUrl?: string | undefined;
  readonly legalTexts: LegalTexts;
  /** The paths of islands and style sheets by name, below the public URL. */
  readonly assets: Readonly<Record<string, string>>;
}

/** A page that an address names. */
interface FoundPage {
  /** A public page is the same for everybody and may be cached; the others belong to a session. */
  readonly isPublic: boolean;
  readonly takesForms: boolean;
  /** The id of the publisher that its address names to act for. */
  readonly publisher: string | undefined;
  /** Whether its form can have a file. */
  readonly takesFiles: boolean;
  /** The page's path with names in place of values, such as /listings/:id: one of few values. */
  readonly route: string;
  /** The canonical target and the language: equal for requests that have the same response. */
  readonly key: string;
}

export interface SiteRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly target: string;
  readonly acceptLanguage: string | undefined;
  /** The fields of a form that the server has checked and read. */
  readonly form: URLSearchParams | undefined;
  /** What became of the image of the form: the id of its picture, or why it was refused; undefined without one. */
  readonly upload: { readonly picture: string } | { readonly error: PageQueryError } | undefined;
  readonly now: Date;
  /** The id of the request in the log and in the header x-request-id. */
  readonly requestId: string;
  /** The id of the account that is signed in; undefined on a public page. */
  readonly account: string | undefined;
  readonly query: PageQuery;
}

/** How a response may be cached: until the feed changes, as long as reads of the chain, or not at all. */
export type PageCaching = 'feed' | 'chain' | false;

/** Asks the GraphQL API as the caller of a page: nobody on a public page, the account of the session on others. */
export type PageQuery = (
  document: string,
  variables: Readonly<Record<string, unknown>>,
) => Promise<PageQueryResult>;

/** The API's response to a page. */
export interface PageQueryResult {
  readonly data: unknown;
  readonly errors: readonly PageQueryError[];
  readonly cacheable: PageCaching;
}

export interface PageQueryError {
  readonly message: string;
  readonly code: string;
  readonly reason: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The messages by the field of the input that they concern. */
  readonly fields: readonly { readonly field: string; readonly message: string }[];
}

export interface SiteResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** The shortest caching of all its data; false unless every visitor gets the same. */
  readonly cacheable: PageCaching;
  /** Whether the browser may keep the page, so that its back button loses nothing that was entered. */
  readonly isKept?: boolean;
  /** Whether the browser clears what it has stored of this site. */
  readonly clears?: boolean;
  /** The address of a redirect. */
  readonly location?: string;
  /** The name under which a file is saved. */
  readonly fileName?: string;
  /** Addresses besides the site's own that scripts of the page may connect to, as sources of a CSP. */
  readonly connect?: readonly string[];
}

/** A response that is no page of the site: an unknown address, a refused form, a failure. */
interface SiteFailure {
  readonly target: string;
  readonly acceptLanguage: string | undefined;
  readonly status: number;
  readonly message: string;
  readonly requestId: string;
  /** The form that failed, when it may succeed later. */
  readonly form: URLSearchParams | undefined;
}
