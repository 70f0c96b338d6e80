import {
  OneKey,
  RevokeKey,
  RotateKey,
  type KeyFragment,
  type OneKeyQuery,
} from '../../../documents/generated.ts';
import { UserText } from '../../../parts/user-text.tsx';
import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import { Form } from '../../../parts/forms/form.tsx';
import { ErrorSummary } from '../../../parts/forms/errors.tsx';
import { useSite } from '../../../site/context.ts';
import {
  formStatus,
  QueryFailed,
  NOT_FOUND,
  type Page,
  type PageResponse,
  type Visit,
} from '../../../site/page.ts';
import { areaView, withSession } from '../area.tsx';
import { keepFromOther } from '../kept-form.tsx';
import { showSecret } from './new-key.tsx';

/** Replaces the secret of a key; the same form sent again shows the same secret. */
export const rotateKeyPage: Page = {
  path: '/access/keys/:id/rotate',
  access: 'session',
  get: (visit) => confirm(visit, 'rotate', []),
  async post(visit) {
    const kept = keepFromOther(visit);
    if (kept !== undefined) return kept;
    const input = {
      id: visit.parts['id'] ?? '',
      expectedStart: visit.form.get('expectedStart'),
      rotationId: visit.form.get('rotationId'),
    };
    const { data, errors } = await visit.tryQuery(RotateKey, { input });
    return data === undefined ? confirm(visit, 'rotate', errors) : showSecret(visit, data.rotateApiKey);
  },
};

/** Revokes a key. */
export const revokeKeyPage: Page = {
  path: '/access/keys/:id/revoke',
  access: 'session',
  get: (visit) => confirm(visit, 'revoke', []),
  async post(visit) {
    const kept = keepFromOther(visit);
    if (kept !== undefined) return kept;
    const { data, errors } = await visit.tryQuery(RevokeKey, { id: visit.parts['id'] ?? '' });
    // A second click finds the key revoked.
    const isRevoked = data !== undefined || errors.some(({ code }) => code === 'NOT_FOUND');
    if (!isRevoked) return confirm(visit, 'revoke', errors);
    return { kind: 'redirect', to: visit.site.link('/access/keys', { done: 'revoked' }) };
  },
};

type Change = 'rotate' | 'revoke';

function confirm(visit: Visit, change: Change, errors: readonly PageQueryError[]): Promise<PageResponse> {
  return withSession(
    visit,
    visit.tryQuery(OneKey, { id: visit.parts['id'] ?? '' }),
    ({ viewer, node }) =>
      viewer === null || !isKey(node)
        ? NOT_FOUND
        : areaView({
            title: visit.site.t.access[change],
            email: viewer.email,
            status: formStatus(errors),
            body: <Confirmation apiKey={node} change={change} errors={errors} />,
          }),
    (failed) => {
      throw new QueryFailed({ errors: failed });
    },
  );
}

/** Whether a node is a live key. */
export function isKey(node: OneKeyQuery['node']): node is KeyFragment {
  return node !== null && 'scopes' in node;
}

interface ConfirmationProps {
  readonly apiKey: KeyFragment;
  readonly change: Change;
  readonly errors: readonly PageQueryError[];
}

function Confirmation({ apiKey, change, errors }: ConfirmationProps) {
  const { t, link } = useSite();
  return (
    <section className="narrow stack">
      <h1>{t.access.confirm[change].title}</h1>
      <p>
        <UserText>{apiKey.name}</UserText>{' '}
        <code>
          {apiKey.start}…{apiKey.end}
        </code>
      </p>
      <p className="note is-urgent">{t.access.confirm[change].what}</p>
      <ErrorSummary errors={errors} fields={[]} />
      <Form className="row">
        {change === 'rotate' && (
          <>
            <input type="hidden" name="expectedStart" value={apiKey.start} />
            <input type="hidden" name="rotationId" value={crypto.randomUUID()} />
          </>
        )}
        <button className={change === 'revoke' ? 'button is-danger' : 'button'}>{t.access[change]}</button>
        <a className="button is-quiet" href={link('/access/keys')}>
          {t.access.cancel}
        </a>
      </Form>
    </section>
  );
}
