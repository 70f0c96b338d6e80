import type { ReactNode } from 'react';
import type { PageQueryResult, PageQueryError, SiteRequest } from '../../src/adapters/ports/site.ts';
import type { SiteContext } from './context.ts';
import type { Document } from '../documents/generated.ts';
import type { Query } from './query.ts';
import type { StructuredData } from './structured-data.ts';

/** A request of a page. */
export interface Visit {
  readonly site: SiteContext;
  /** The values of the path's parts, such as `id` of /listings/:id. */
  readonly parts: Readonly<Record<string, string>>;
  readonly parameters: Query;
  /** Asks the API; throws QueryFailed when it answers with an error. */
  query<Result, Variables extends object>(
    document: Document<Result, Variables>,
    variables: Variables,
  ): Promise<Result>;
  /** Asks the API; returns its errors beside the data, which are undefined then. */
  tryQuery<Result, Variables extends object>(
    document: Document<Result, Variables>,
    variables: Variables,
  ): Promise<{ readonly data: Result | undefined; readonly errors: readonly PageQueryError[] }>;
}

/** A visit with a form, which the server has checked to come from this site. */
export interface FormVisit extends Visit {
  readonly form: URLSearchParams;
  /** What became of the image of the form; undefined without one. */
  readonly upload: SiteRequest['upload'];
}

export interface View {
  readonly kind: 'view';
  /** The title of the page, without the name of the site. */
  readonly title: string;
  /** A sentence for search engines and shared links. */
  readonly description?: string;
  readonly body: ReactNode;
  /** 200 by default. */
  readonly status?: number;
  /** The islands that the page uses, by the names of their files. */
  readonly islands?: readonly string[];
  /** The style sheets besides `site.css`, by the names of their files; `inner.css` by default. */
  readonly styles?: readonly string[];
  /** Further sources of the CSP's connect-src. */
  readonly connect?: readonly string[];
  /** Feeds of the page's content. */
  readonly feeds?: readonly { readonly title: string; readonly type: string; readonly href: string }[];
  /** The image of a shared link: an address of this site, whose own image it is by default. */
  readonly image?: string;
  /** What the page shows, for search engines. */
  readonly structured?: StructuredData;
  /** Whether the page shows a secret, which no browser keeps. */
  readonly isSecret?: boolean;
  /** Whether search engines may list the page; true by default. */
  readonly isListed?: boolean;
}

/** A redirect to a page of this site (303 See Other). */
export interface Redirect {
  readonly kind: 'redirect';
  readonly to: string;
  /** Whether the browser clears what it has stored of this site. */
  readonly clears?: boolean;
}

/** A file, such as an image or a JSON document. */
export interface FileResponse {
  readonly kind: 'file';
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** The name under which it is saved; without it browsers show it. */
  readonly fileName?: string;
}

/** Nothing is at this address. */
export interface NotFound {
  readonly kind: 'not-found';
}

export type PageResponse = View | Redirect | FileResponse | NotFound;

/** A page of the site. */
export interface Page {
  /** Its path, such as /listings/:id. */
  readonly path: string;
  /**
   * `public` (by default): the same for everybody, asked anonymously, cached. `session`: asked as the account of the session.
   * `publisher`: the same, acting for the publisher that the parameter `publisher` names, which links between these pages keep.
   */
  readonly access?: 'public' | 'session' | 'publisher';
  /** The query parameters that it reads; `lang` is always known, and `publisher` where the page acts for one. */
  readonly parameters?: readonly string[];
  get(visit: Visit): Promise<PageResponse> | PageResponse;
  /** Whether its form can have an image, as the field `picture`. */
  readonly takesFiles?: boolean;
  /** Answers a form, by a redirect when it succeeded. */
  post?(visit: FormVisit): Promise<PageResponse> | PageResponse;
}

/** Whether every visitor gets the same page. */
export function isPublic({ access = 'public' }: Page): boolean {
  return access === 'public';
}

export const NOT_FOUND: NotFound = { kind: 'not-found' };

/** The API answered with an error where the page needs data. */
export class QueryFailed extends Error {
  readonly errors: readonly PageQueryError[];

  constructor({ errors }: Pick<PageQueryResult, 'errors'>) {
    super(errors[0]?.message ?? 'The API sent no data.');
    this.errors = errors;
  }
}

const STATUS: Readonly<Record<string, number>> = {
  INVALID_PAYLOAD: 400,
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  UNAUTHORIZED: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
};

/** The status of a form that the API refused: its own, when the form may succeed later as it is. */
export function formStatus(errors: readonly PageQueryError[]): number {
  if (errors.length === 0) return 200;
  const status = statusOf(errors);
  return status === 429 || status >= 500 ? status : 400;
}

/** The status of a page whose data the API refused, by the code of the first error. */
export function statusOf([error]: readonly PageQueryError[]): number {
  return STATUS[error?.code ?? ''] ?? 500;
}
