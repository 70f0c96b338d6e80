/**
 * What the server and the site know of each other. `src/adapters/web/site.ts` declares the same types from the server's side; a
 * test holds them together.
 */

/**
 * How an answer may be cached: until the feed changes, as long as reads of the chain (a second, or until its next step), or not at
 * all.
 */
export type Caching = 'feed' | 'chain' | false;

/** The answer of the GraphQL API to an operation. */
export interface Asked {
  readonly data: unknown;
  readonly errors: readonly AskedError[];
  readonly cacheable: Caching;
}

export interface AskedError {
  readonly message: string;
  readonly code: string;
  readonly reason: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The messages by the field of the input that they concern. */
  readonly fields: readonly { readonly field: string; readonly message: string }[];
}

export interface SiteRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly target: string;
  readonly acceptLanguage: string | undefined;
  /** The fields of a form that the server has checked and read. */
  readonly form: URLSearchParams | undefined;
  readonly now: Date;
  /** Asks the API as the caller of the page: nobody on a public page, the account of the session on others. */
  readonly ask: (document: string, variables: Readonly<Record<string, unknown>>) => Promise<Asked>;
}

export interface SiteAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** The shortest caching of all its data; false unless every visitor gets the same. */
  readonly cacheable: Caching;
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

/** A page that an address names. */
export interface FoundPage {
  /** A public page is the same for everybody and may be cached; the others belong to a session. */
  readonly isPublic: boolean;
  readonly takesForms: boolean;
  /** The page's path with names in place of values, such as /listings/:id. */
  readonly route: string;
  /** The canonical address and the language: equal for requests that have the same answer. */
  readonly key: string;
}

/** An answer that is no page of the site: an unknown address, a refused form, a failure. */
export interface SiteFailure {
  readonly target: string;
  readonly acceptLanguage: string | undefined;
  readonly status: number;
  readonly message: string;
  readonly requestId: string;
  /** The form that failed, when it may succeed later. */
  readonly form: URLSearchParams | undefined;
}

export interface Site {
  find(target: string, acceptLanguage: string | undefined): FoundPage | undefined;
  answer(request: SiteRequest): Promise<SiteAnswer>;
  fail(failure: SiteFailure): SiteAnswer;
}

export interface SiteOptions {
  /** The public URL of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** Whether the service is connected to a chain. */
  readonly hasChain: boolean;
  /** The paths of islands and style sheets by name, below the public URL. */
  readonly assets: Readonly<Record<string, string>>;
}
