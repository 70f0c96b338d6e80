import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Shell } from '../parts/shell.tsx';
import { FailureView } from '../pages/failure.tsx';
import { SiteProvider, type SiteContext } from './context.ts';
import type { Asked, Caching, Site, SiteAnswer, SiteOptions, SiteRequest } from './contract.ts';
import { formatFor } from './format.ts';
import { isLanguage, preferredLanguage, TEXTS, type Language } from './language.ts';
import { AskFailed, NOT_FOUND, type Page, type PageAnswer, type View, type Visit } from './page.ts';
import { readQuery, toSearch, valueOf } from './query.ts';
import { createRouter, splitTarget, type Route } from './router.ts';

const NO_PARAMETERS = {};
const HTML = 'text/html; charset=utf-8';

/** The statuses of pages whose data the API refused, by the code of its error. */
const STATUS: Readonly<Record<string, number>> = {
  INVALID_PAYLOAD: 400,
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  UNAUTHORIZED: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
};

/** The site of these pages. */
export function createSiteOf(pages: readonly Page[], { publicUrl, assets }: SiteOptions): Site {
  const route = createRouter(pages);
  const prefix = new URL(publicUrl).pathname.replace(/\/$/, '');

  const contextOf = ({ path, language, isLanguageChosen, search }: Address, now: Date): SiteContext => ({
    language,
    t: TEXTS[language],
    format: formatFor(language),
    now,
    publicUrl,
    path,
    link: (to, parameters = NO_PARAMETERS) =>
      `${prefix}${to}${toSearch(isLanguageChosen ? { ...parameters, lang: language } : parameters)}`,
    inLanguage(other) {
      const parameters = new URLSearchParams(search);
      parameters.set('lang', other);
      return `${prefix}${path}?${parameters.toString()}`;
    },
    asset(name) {
      const file = assets[name];
      if (file === undefined) throw new Error(`There is no asset ${name}.`);
      return `${prefix}${file}`;
    },
  });

  const render = (site: SiteContext, view: View, cacheable: Caching): SiteAnswer => ({
    status: view.status ?? 200,
    contentType: HTML,
    body: `<!doctype html>${renderToStaticMarkup(within(site, <Shell view={view} />))}`,
    cacheable: (view.status ?? 200) === 200 && cacheable,
    ...(view.connect && { connect: view.connect }),
  });

  const present = (site: SiteContext, answer: PageAnswer, cacheable: Caching): SiteAnswer => {
    switch (answer.kind) {
      case 'view':
        return render(site, answer, cacheable);
      case 'redirect':
        return { status: 303, contentType: 'text/plain', body: '', cacheable: false, location: answer.to };
      case 'file': {
        const { contentType, body, fileName } = answer;
        return { status: 200, contentType, body, cacheable, ...(fileName !== undefined && { fileName }) };
      }
      case 'not-found':
        return render(site, failureView(site, 404), false);
    }
  };

  return {
    find(target, acceptLanguage) {
      const found = route(target, acceptLanguage);
      return (
        found && {
          isPublic: found.page.access !== 'session',
          takesForms: found.page.post !== undefined,
          route: found.page.path,
          key: found.key,
        }
      );
    },
    async answer(request) {
      const found = route(request.target, request.acceptLanguage);
      if (found === undefined) throw new Error(`No page is at ${request.target}.`);
      const site = contextOf(addressOf(found), request.now);
      const asking = createAsking(request);
      try {
        const answer = await visit(found, request, { site, ...asking });
        return present(site, answer, found.page.access !== 'session' && asking.caching());
      } catch (error) {
        if (!(error instanceof AskFailed)) throw error;
        return render(
          site,
          failureView(site, STATUS[error.errors[0]?.code ?? ''] ?? 500, error.message),
          false,
        );
      }
    },
    fail({ target, acceptLanguage, status, message, requestId }) {
      const { path, search } = splitTarget(target);
      const chosen = valueOf(readQuery(search, ['lang']), 'lang');
      const isLanguageChosen = isLanguage(chosen);
      const language = isLanguageChosen ? chosen : preferredLanguage(acceptLanguage);
      const site = contextOf({ path, search: '', language, isLanguageChosen }, new Date(0));
      return render(site, failureView(site, status, message, requestId), false);
    },
  };
}

interface Address {
  readonly path: string;
  readonly search: string;
  readonly language: Language;
  readonly isLanguageChosen: boolean;
}

function addressOf({ path, query, language, isLanguageChosen }: Route): Address {
  return { path, search: toSearch(Object.fromEntries(query)), language, isLanguageChosen };
}

function visit(
  { page, parts, query }: Route,
  { method, form }: SiteRequest,
  context: Pick<Visit, 'site' | 'ask' | 'tryAsk'>,
): Promise<PageAnswer> | PageAnswer {
  const { site, ask, tryAsk } = context;
  const request = { site, parts, query, ask, tryAsk };
  if (method === 'GET') return page.get(request);
  return page.post && form ? page.post({ ...request, form }) : NOT_FOUND;
}

/** The page's way to ask, which notes how all answers may be cached. */
function createAsking({ ask }: SiteRequest): Pick<Visit, 'ask' | 'tryAsk'> & { caching(): Caching } {
  let caching: Caching = 'feed';
  const askOnce = async (document: string, variables: object): Promise<Asked> => {
    const asked = await ask(document, variables as Readonly<Record<string, unknown>>);
    if (asked.cacheable !== 'feed') caching &&= asked.cacheable;
    return asked;
  };
  return {
    caching: () => caching,
    // The documents' types are generated from the schema that the API checks its answers by.
    async ask(document, variables) {
      const asked = await askOnce(document, variables);
      if (asked.errors.length > 0) throw new AskFailed(asked);
      return asked.data as never;
    },
    async tryAsk(document, variables) {
      const { data, errors } = await askOnce(document, variables);
      return { data: errors.length > 0 ? undefined : (data as never), errors };
    },
  };
}

function failureView({ t }: SiteContext, status: number, message?: string, requestId?: string): View {
  const texts = t.failures.pages[status] ?? t.failures.pages[500];
  return {
    kind: 'view',
    title: texts?.title ?? '',
    status,
    isListed: false,
    body: <FailureView status={status} message={message} requestId={requestId} />,
  };
}

function within(site: SiteContext, children: ReactNode): ReactNode {
  return <SiteProvider value={site}>{children}</SiteProvider>;
}
