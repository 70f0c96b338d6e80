/**
 * The site as the server sees it: a bundle that is built from `web/` and imports nothing of the server. `web/site/contract.ts`
 * declares the same types from the other side.
 */
export interface Site {
  /** The page at a target (path and query). */
  find(target: string, acceptLanguage: string | undefined): FoundPage | undefined;
  /** Answers a request of a page that `find` returned. Rejects only when the site fails. */
  answer(request: SiteRequest): Promise<SiteAnswer>;
  /** A page for an unknown target, a refused form or a failure. */
  fail(failure: SiteFailure): SiteAnswer;
}

interface FoundPage {
  /** A public page is the same for everybody; the others are asked as the account of the session. */
  readonly isPublic: boolean;
  readonly takesForms: boolean;
  /** The page's path with names in place of values, such as /listings/:id: one of few values. */
  readonly route: string;
  /** Equal for requests that have the same answer: the canonical target and the language. */
  readonly key: string;
}

interface SiteRequest {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly acceptLanguage: string | undefined;
  readonly form: URLSearchParams | undefined;
  readonly now: Date;
  readonly ask: PageAsk;
}

/** How an answer may be cached: until the feed changes, as long as reads of the chain, or not at all. */
type PageCaching = 'feed' | 'chain' | false;

/** Asks the GraphQL API as the caller of a page. */
export type PageAsk = (document: string, variables: Readonly<Record<string, unknown>>) => Promise<PageAsked>;

/** The API's answer to a page. */
export interface PageAsked {
  readonly data: unknown;
  readonly errors: readonly PageAskError[];
  readonly cacheable: PageCaching;
}

interface PageAskError {
  readonly message: string;
  readonly code: string;
  readonly reason: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly fields: readonly { readonly field: string; readonly message: string }[];
}

export interface SiteAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** How the answer may be cached; false unless everybody gets the same. */
  readonly cacheable: PageCaching;
  /** Whether the browser may keep the page, so that its back button loses nothing that was entered. */
  readonly isKept?: boolean;
  /** Whether the browser clears what it has stored of this site. */
  readonly clears?: boolean;
  readonly location?: string;
  readonly fileName?: string;
  /** Further sources of the CSP's connect-src. */
  readonly connect?: readonly string[];
}

interface SiteFailure {
  readonly target: string;
  readonly acceptLanguage: string | undefined;
  readonly status: number;
  readonly message: string;
  readonly requestId: string;
  /** The form that failed, when it may succeed later. */
  readonly form: URLSearchParams | undefined;
}
