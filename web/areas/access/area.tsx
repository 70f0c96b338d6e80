import type { ReactNode } from 'react';
import type { PageQueryError } from '../../../src/adapters/ports/site.ts';
import { Tabs } from '../../parts/navigation/tabs.tsx';
import { shownName } from '../../parts/publishers/publisher-name.tsx';
import { UserText } from '../../parts/user-text.tsx';
import { mayManage, useSite, type ActingPublisher, type SiteContext } from '../../site/context.ts';
import type { PageResponse, View, Visit } from '../../site/page.ts';
import { toSearch } from '../../site/query.ts';

export const SIGN_IN = '/access/sign-in';
const NOWHERE = 'http://site.invalid';

/** The pages of the area, as its tabs show them. */
const TABS = [
  ['/access/keys', 'keys'],
  ['/access/listings', 'listings'],
  ['/access/profile', 'profile'],
  ['/access/members', 'members'],
  ['/access/followed', 'followed'],
  ['/access/passkeys', 'passkeys'],
  ['/access/sessions', 'sessions'],
  ['/access/activity', 'activity'],
] as const;

/** A view of the area for a signed-in account. */
export function areaView(view: Omit<View, 'kind' | 'isListed'> & { readonly email: string }): View {
  const { email, body, ...rest } = view;
  return { kind: 'view', isListed: false, ...rest, body: <Area email={email}>{body}</Area> };
}

function Area({ email, children }: { readonly email: string; readonly children: ReactNode }) {
  const { t, link, path, hasPasskeys, acting } = useSite();
  const hidden = [!hasPasskeys && 'passkeys', !mayManage(acting) && 'profile'];
  const tabs = TABS.filter(([, name]) => !hidden.includes(name));
  return (
    <div className="area">
      <header className="area-head">
        <Tabs
          label={t.access.area}
          chosenAs="page"
          tabs={tabs.map(([to, name]) => ({
            href: link(to),
            text: t.access.tabs[name],
            isChosen: path.startsWith(to),
          }))}
        />
        <form method="post" action={link('/access/sign-out')} className="signed-in">
          <span className="quiet">
            {t.access.signedInAs} <bdi>{email}</bdi>
          </span>
          <button className="button is-quiet is-small">{t.access.signOut}</button>
        </form>
      </header>
      {acting !== undefined && <ActingFor publisher={acting} />}
      {children}
    </div>
  );
}

/** Says for which publisher of somebody else the page acts. */
function ActingFor({ publisher: { id, name, role } }: { readonly publisher: ActingPublisher }) {
  const { t, link } = useSite();
  const shown = shownName(name);
  return (
    <p className="note is-urgent">
      {t.members.acting} <strong>{shown === undefined ? id : <UserText>{shown}</UserText>}</strong> (
      {t.members.roles[role]}).{' '}
      <a href={link('/access/members', { publisher: undefined })}>{t.members.toOwn}</a>
    </p>
  );
}

/** Asks a page's data; leads to the sign-in, and from there back, when there is no session. */
export async function withSession<Data>(
  { site, parameters }: Pick<Visit, 'site' | 'parameters'>,
  requested: Promise<{ readonly data: Data | undefined; readonly errors: readonly PageQueryError[] }>,
  show: (data: Data) => PageResponse,
  onErrors: (errors: readonly PageQueryError[]) => PageResponse,
): Promise<PageResponse> {
  const { data, errors } = await requested;
  if (data !== undefined) return show(data);
  if (!isSignedOut(errors)) return onErrors(errors);
  const next = `${site.path}${toSearch(Object.fromEntries(parameters))}`;
  return { kind: 'redirect', to: site.link(SIGN_IN, { next, ended: 'yes' }) };
}

export function isSignedOut(errors: readonly PageQueryError[]): boolean {
  return errors.some(({ code }) => code === 'UNAUTHENTICATED');
}

/** The address of the page of the area that a parameter names; of the area's first page for every other text. */
export function linkToNext({ link }: Pick<SiteContext, 'link'>, next = ''): string {
  // As a browser reads it: without dot segments, and with the host that two slashes name.
  const { origin, pathname, searchParams } = URL.parse(next, NOWHERE) ?? new URL(NOWHERE);
  const isOwn = next.startsWith('/') && origin === NOWHERE && /^\/access\/[\w/-]+$/.test(pathname);
  if (!isOwn || pathname.includes('//')) return link('/access/keys');
  const names = [...new Set(searchParams.keys())];
  return link(pathname, Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)])));
}
