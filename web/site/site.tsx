import { Shell } from '../parts/shell.tsx';
import { FailureView, type FailureViewProps } from '../pages/failure.tsx';
import { KeptForm } from '../parts/forms/kept-form.tsx';
import { within, type ActingPublisher, type SiteContext } from './context.ts';
import type {
  PageQueryResult,
  PageCaching,
  Site,
  SiteResponse,
  SiteOptions,
  SiteRequest,
} from '../../src/adapters/ports/site.ts';
import { formatFor } from './format.ts';
import { renderLegalTexts } from './legal.ts';
import { isLanguage, preferredLanguage, TEXTS, type Language } from './language.ts';
import {
  QueryFailed,
  isPublic,
  NOT_FOUND,
  statusOf,
  type Page,
  type PageResponse,
  type View,
  type Visit,
} from './page.ts';
import { Acting } from '../documents/generated.ts';
import { renderMarkup } from './render-markup.ts';
import { readQuery, toSearch, valueOf, WrongParameter, type Parameters } from './query.ts';
import { createRouter, splitTarget, type Route } from './router.ts';
import { refusedParameter, sentenceOf } from './wrong-parameter.ts';

const NO_PARAMETERS = {};
const HTML = 'text/html; charset=utf-8';

/** The site of these pages. */
export function createSiteOf(
  pages: readonly Page[],
  { publicUrl, hasChain, sendsMail, hasPasskeys, explorerUrl, legalTexts, assets }: SiteOptions,
): Site {
  const legal = renderLegalTexts(legalTexts);
  const route = createRouter(pages);
  const prefix = new URL(publicUrl).pathname.replace(/\/$/, '');

  const contextOf = (
    { path, language, isLanguageChosen, query }: Address,
    now: Date,
    session: Pick<SiteContext, 'account' | 'acting' | 'requestId'> = {},
  ): SiteContext => ({
    language,
    t: TEXTS[language],
    format: formatFor(language),
    now,
    publicUrl,
    hasChain,
    sendsMail,
    hasPasskeys,
    explorerUrl,
    path,
    ...session,
    link(to, parameters = NO_PARAMETERS) {
      // Only pages have languages: the feed documents refuse parameters that they do not know.
      const target = isLanguageChosen || session.acting ? route(to, undefined) : undefined;
      if (target === undefined) return `${prefix}${to}${toSearch(parameters)}`;
      const kept = {
        ...(session.acting && target.page.access === 'publisher' && { publisher: session.acting.id }),
        ...parameters,
        ...(isLanguageChosen && { lang: language }),
      };
      return `${prefix}${to}${toSearch(kept)}`;
    },
    here: (parameters) => `${prefix}${path}${toSearch({ ...query, ...parameters })}`,
    inLanguage: (other) => `${prefix}${path}${toSearch({ ...query, lang: other })}`,
    canonical: (chosen) => `${publicUrl}${path}${toSearch({ lang: chosen })}`,
    isLanguageChosen,
    legal: legal[language],
    asset(name) {
      const file = assets[name];
      if (file === undefined) throw new Error(`There is no asset ${name}.`);
      return `${prefix}${file}`;
    },
  });

  const render = (site: SiteContext, view: View, cacheable: PageCaching): SiteResponse => ({
    status: view.status ?? 200,
    contentType: HTML,
    body: within(site, () => `<!doctype html>${renderMarkup(<Shell view={view} />)}`),
    cacheable: (view.status ?? 200) === 200 && cacheable,
    ...(view.connect && { connect: view.connect }),
  });

  const present = (site: SiteContext, response: PageResponse, cacheable: PageCaching): SiteResponse => {
    switch (response.kind) {
      case 'view':
        return render(site, response, cacheable);
      case 'redirect':
        return {
          status: 303,
          contentType: 'text/plain',
          body: '',
          cacheable: false,
          location: response.to,
          clears: response.clears === true,
        };
      case 'file': {
        const { contentType, body, fileName } = response;
        return { status: 200, contentType, body, cacheable, ...(fileName !== undefined && { fileName }) };
      }
      case 'not-found':
        return render(site, failureView(site, { status: 404 }), false);
    }
  };

  return {
    find(target, acceptLanguage) {
      const found = route(target, acceptLanguage);
      return (
        found && {
          isPublic: isPublic(found.page),
          publisher: found.page.access === 'publisher' ? found.query.get('publisher')?.[0] : undefined,
          takesForms: found.page.post !== undefined,
          takesFiles: found.page.takesFiles === true,
          route: found.page.path,
          key: found.key,
        }
      );
    },
    async respond(request) {
      const found = route(request.target, request.acceptLanguage);
      if (found === undefined) throw new Error(`No page is at ${request.target}.`);
      const queries = createQueries(request);
      const { account, now, requestId } = request;
      let site = contextOf(addressOf(found), now, { account, requestId });
      if (found.isTooLong) return render(site, failureView(site, { status: 414 }), false);
      try {
        const acting = await actingFor(found, queries);
        if (acting) site = contextOf(addressOf(found), now, { account, acting, requestId });
        const response = await visit(found, request, { site, ...queries });
        const presented = present(site, response, isPublic(found.page) && queries.caching());
        const isKept = found.page.post !== undefined && response.kind === 'view' && !response.isSecret;
        return { ...presented, isKept };
      } catch (error) {
        return render(site, failureView(site, failureOf(error, found, request, site)), false);
      }
    },
    fail({ target, acceptLanguage, ...failed }) {
      const { path, search } = splitTarget(target);
      const found = route(target, acceptLanguage);
      const [chosen] = readQuery(search, ['lang']).get('lang') ?? [];
      const isLanguageChosen = isLanguage(chosen);
      const language = isLanguageChosen ? chosen : preferredLanguage(acceptLanguage);
      const address = found ? addressOf(found) : { path, query: {}, language, isLanguageChosen };
      const site = contextOf(address, new Date(0));
      return { ...render(site, failureView(site, failed), false), isKept: failed.form !== undefined };
    },
  };
}

interface Address {
  readonly path: string;
  readonly query: Parameters;
  readonly language: Language;
  readonly isLanguageChosen: boolean;
}

function addressOf({ path, query: parameters, language, isLanguageChosen }: Route): Address {
  return { path, query: Object.fromEntries(parameters), language, isLanguageChosen };
}

function visit(
  { page, parts, query: parameters }: Route,
  { method, form, upload }: SiteRequest,
  context: Pick<Visit, 'site' | 'query' | 'tryQuery'>,
): Promise<PageResponse> | PageResponse {
  const { site, query, tryQuery } = context;
  const request = { site, parts, parameters, query, tryQuery };
  if (method === 'GET') return page.get(request);
  return page.post && form ? page.post({ ...request, form, upload }) : NOT_FOUND;
}

/** The publisher that a page acts for by its address; undefined for the account's own one, and when nobody is signed in. */
async function actingFor(
  { page, query }: Route,
  { tryQuery }: Pick<Visit, 'tryQuery'>,
): Promise<ActingPublisher | undefined> {
  if (page.access !== 'publisher' || valueOf(query, 'publisher') === undefined) return undefined;
  const { data } = await tryQuery(Acting, {});
  if (data?.viewer == null || data.myPublisher === null || data.viewer.role === 'OWNER') return undefined;
  return { ...data.myPublisher, role: data.viewer.role };
}

/** The page's way to ask, which notes how all responses may be cached. */
function createQueries({
  query,
}: SiteRequest): Pick<Visit, 'query' | 'tryQuery'> & { caching(): PageCaching } {
  let caching: PageCaching = 'feed';
  const queryOnce = async (document: string, variables: object): Promise<PageQueryResult> => {
    const result = await query(document, variables as Readonly<Record<string, unknown>>);
    if (result.cacheable !== 'feed') caching &&= result.cacheable;
    return result;
  };
  return {
    caching: () => caching,
    // The documents' types are generated from the schema that the API checks its responses by.
    async query(document, variables) {
      const result = await queryOnce(document, variables);
      if (result.errors.length > 0) throw new QueryFailed(result);
      return result.data as never;
    },
    async tryQuery(document, variables) {
      const { data, errors } = await queryOnce(document, variables);
      return { data: errors.length > 0 ? undefined : (data as never), errors };
    },
  };
}

/** What the page of a failed request says. Throws an error again that no request has. */
function failureOf(
  error: unknown,
  { query }: Route,
  { form, requestId }: SiteRequest,
  { t, language }: SiteContext,
): Failed {
  if (error instanceof WrongParameter) return { status: 400, said: sentenceOf(error, t, language) };
  if (!(error instanceof QueryFailed)) throw error;
  const wrong = refusedParameter(query, error.errors);
  const said = wrong && sentenceOf(wrong, t, language);
  return { status: statusOf(error.errors), message: error.message, said, form, requestId };
}

type Failed = Omit<FailureViewProps, 'texts'> & { readonly form?: URLSearchParams | undefined };

function failureView({ t }: SiteContext, { form, ...failed }: Failed): View {
  const { status } = failed;
  const texts = t.failures.pages[status] ?? t.failures.pages[500] ?? { title: '', advice: '' };
  return {
    kind: 'view',
    title: texts.title,
    status,
    isListed: false,
    body:
      form && (status === 429 || status >= 500) ? (
        <KeptForm
          title={texts.title}
          what={`${texts.advice} ${t.failures.formKept}`}
          form={form}
          requestId={failed.requestId}
        />
      ) : (
        <FailureView texts={texts} {...failed} />
      ),
  };
}
