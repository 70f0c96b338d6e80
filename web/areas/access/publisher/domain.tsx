import {
  CheckDomain,
  ClaimDomain,
  OwnDomain,
  RemoveDomain,
  type OwnDomainFragment,
  type OwnDomainQuery,
} from '../../../documents/generated.ts';
import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import { actionOf, noAction } from '../../../parts/forms/action.ts';
import { ErrorSummary, Field } from '../../../parts/forms/errors.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { formShownAgain } from '../../../parts/forms/shown-again.ts';
import { ProvenDomain } from '../../../parts/publishers/proven-domain.tsx';
import { Time } from '../../../parts/time.tsx';
import { UserText } from '../../../parts/user-text.tsx';
import { mayManage, useSite } from '../../../site/context.ts';
import {
  QueryFailed,
  formStatus,
  NOT_FOUND,
  type FormVisit,
  type Page,
  type PageResponse,
  type Visit,
} from '../../../site/page.ts';
import { valueOf } from '../../../site/query.ts';
import { areaView, withSession } from '../area.tsx';
import { keepForm } from '../kept-form.tsx';
import { BlockedNote } from './blocked.tsx';
import { typedLimit } from '../../../parts/forms/typed-limit.ts';

export const DOMAIN_PATH = '/access/profile/domain';
const ACTIONS = ['claim', 'check', 'remove'] as const;
const DONE = ['claimed', 'checked', 'removed'] as const;
type Done = (typeof DONE)[number];

/** The domain that the account proves to be its own. */
export const domainPage: Page = {
  path: DOMAIN_PATH,
  access: 'publisher',
  parameters: ['done'],
  get: (visit) => show(visit, undefined, []),
  post: async (visit) => (await keepForm(visit)) ?? change(visit),
};

async function change(visit: FormVisit): Promise<PageResponse> {
  const { form, site, tryQuery } = visit;
  // Null on a page of the release before.
  const expected = form.get('seenDomain');
  const finish = (
    done: Done,
    { data, errors }: { readonly data: unknown; readonly errors: readonly PageQueryError[] },
  ) =>
    data === undefined
      ? show(visit, form.get('domain') ?? undefined, errors)
      : ({ kind: 'redirect', to: site.link(DOMAIN_PATH, { done }) } as const);
  switch (actionOf(form, ACTIONS)) {
    case 'check':
      return finish('checked', await tryQuery(CheckDomain, {}));
    case 'remove':
      return finish('removed', await tryQuery(RemoveDomain, { expected }));
    case 'claim': {
      const domain = form.get('domain') ?? '';
      return finish('claimed', await tryQuery(ClaimDomain, { input: { domain, expected } }));
    }
    default:
      return show(visit, form.get('domain') ?? undefined, [noAction(ACTIONS)]);
  }
}

function show(
  visit: Visit,
  entered: string | undefined,
  errors: readonly PageQueryError[],
): Promise<PageResponse> {
  const isConflict = errors.some(({ reason }) => reason === 'DOMAIN_CHANGED');
  const seen = formShownAgain(visit, 'seenDomain', isConflict)?.get('seenDomain') ?? undefined;
  return withSession(
    visit,
    visit.tryQuery(OwnDomain, {}),
    ({ viewer, myPublisherDomain }) =>
      viewer === null
        ? NOT_FOUND
        : areaView({
            title: visit.site.t.domain.title,
            email: viewer.email,
            status: isConflict ? 409 : formStatus(errors),
            islands: ['copy-button'],
            body: (
              <DomainView
                own={myPublisherDomain}
                blockedReason={viewer.blockedReason}
                entered={entered}
                seen={seen}
                errors={isConflict ? [] : errors}
                isConflict={isConflict}
                done={DONE.find((each) => each === valueOf(visit.parameters, 'done') && errors.length === 0)}
              />
            ),
          }),
    (failed) => {
      throw new QueryFailed({ errors: failed });
    },
  );
}

interface DomainViewProps {
  readonly own: OwnDomainQuery['myPublisherDomain'];
  readonly blockedReason: string | null;
  readonly entered: string | undefined;
  /** The domain that the form which is shown again was opened with; empty without one. */
  readonly seen: string | undefined;
  readonly errors: readonly PageQueryError[];
  /** Whether the domain has changed since the page was opened. */
  readonly isConflict: boolean;
  readonly done: Done | undefined;
}

function DomainView({ own, blockedReason, entered, seen, errors, isConflict, done }: DomainViewProps) {
  const { t, acting } = useSite();
  const { domain, checksAreOn } = own;
  const mayChange = mayManage(acting);
  const mayClaim = mayChange && checksAreOn && (blockedReason === null || errors.length > 0);
  return (
    <section className="stack">
      <h1>{t.domain.title}</h1>
      <p>{t.domain.what}</p>
      {done !== undefined && (
        <p className="note" role="status">
          {t.domain.done[done]}
        </p>
      )}
      {isConflict && (
        <p className="note is-urgent" role="alert">
          {t.domain.changed}
        </p>
      )}
      <ErrorSummary errors={errors} fields={[{ name: 'domain', label: t.domain.name }]} />
      {blockedReason !== null && <BlockedNote reason={blockedReason} />}
      {!mayChange && <p className="note">{t.members.mayNot}</p>}
      {!checksAreOn && <p className="note is-urgent">{t.domain.off}</p>}
      {domain !== null && <Claimed domain={domain} canCheck={checksAreOn} mayChange={mayChange} />}
      {mayClaim && (
        <Form className="stack">
          {domain !== null && <h2>{t.domain.another}</h2>}
          <input type="hidden" name="do" value="claim" />
          <input type="hidden" name="seenDomain" value={seen ?? domain?.name ?? ''} />
          <Field name="domain" label={t.domain.name} hint={t.domain.hint} errors={errors}>
            {(attributes) => (
              <input
                {...attributes}
                required
                maxLength={typedLimit(242)}
                autoCapitalize="none"
                spellCheck={false}
                defaultValue={entered}
              />
            )}
          </Field>
          <button className={domain === null ? 'button' : 'button is-quiet'}>{t.domain.claim}</button>
        </Form>
      )}
    </section>
  );
}

interface ClaimedProps {
  readonly domain: OwnDomainFragment;
  readonly canCheck: boolean;
  readonly mayChange: boolean;
}

function Claimed({ domain, canCheck, mayChange }: ClaimedProps) {
  const { t } = useSite();
  const { name, state, provenAt, checkedAt, failure, recordName, fileUrl, proof } = domain;
  return (
    <>
      <p>
        {provenAt === null ? <bdi>{name}</bdi> : <ProvenDomain domain={{ name, provenAt }} />}
        {checkedAt !== null && (
          <>
            {' '}
            · {t.domain.checked} <Time at={checkedAt} />
          </>
        )}
      </p>
      {state === 'PROVEN' && failure !== null ? (
        <p className="note is-bad">
          {t.domain.failingSince} <Time at={failure.since} />. {t.domain.lostSoon}
        </p>
      ) : (
        <p className={state === 'PROVEN' ? 'note' : 'note is-urgent'}>{t.domain.states[state]}</p>
      )}
      {failure !== null && <FailureFacts failure={failure} />}
      <h2>{t.domain.how}</h2>
      <p className="secret">
        <code id="proof">{proof}</code>{' '}
        <copy-button for="proof" label={t.domain.copy} done={t.access.copied} />
      </p>
      <ul>
        <li>
          {t.domain.inRecord} <code>{recordName}</code>
        </li>
        <li>
          {t.domain.inFile} <code>{fileUrl}</code>
        </li>
      </ul>
      {mayChange && <DomainActions name={name} canCheck={canCheck} />}
    </>
  );
}

interface DomainActionsProps {
  readonly name: string;
  readonly canCheck: boolean;
}

function DomainActions({ name, canCheck }: DomainActionsProps) {
  const { t } = useSite();
  return (
    <div className="row">
      {canCheck && (
        <Form>
          <input type="hidden" name="do" value="check" />
          <button className="button">{t.domain.check}</button>
        </Form>
      )}
      <Form>
        <input type="hidden" name="do" value="remove" />
        <input type="hidden" name="seenDomain" value={name} />
        <button className="button is-quiet">{t.domain.remove}</button>
      </Form>
    </div>
  );
}

interface FailureFactsProps {
  readonly failure: NonNullable<OwnDomainFragment['failure']>;
}

/** What was found instead of the proof in both places. */
function FailureFacts({ failure: { at, dns, file } }: FailureFactsProps) {
  const { t } = useSite();
  const rows = [
    [t.domain.dns, dns],
    [t.domain.file, file],
  ] as const;
  return (
    <>
      <p>
        {t.domain.foundAt} <Time at={at} />:
      </p>
      <ul>
        {rows.map(([place, { result, found }]) => (
          <li key={place}>
            {place}: {t.domain.results[result]}
            {found !== null && found !== '' && (
              <>
                {' ('}
                <UserText>{found}</UserText>)
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
