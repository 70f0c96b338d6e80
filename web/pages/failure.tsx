import { useSite } from '../site/context.ts';

interface FailureViewProps {
  readonly status: number;
  /** The message of the API, in English. */
  readonly message: string | undefined;
  readonly requestId: string | undefined;
}

/** The page of an unknown address, a refused form or a failure. */
export function FailureView({ status, message, requestId }: FailureViewProps) {
  const { t, link } = useSite();
  const texts = t.failures.pages[status] ?? t.failures.pages[500];
  return (
    <section className="failure">
      <p className="failure-status">{status}</p>
      <h1>{texts?.title}</h1>
      <p>{texts?.advice}</p>
      {message !== undefined && status !== 404 && (
        <p className="note" lang="en">
          <bdi>{message}</bdi>
        </p>
      )}
      <p>
        <a className="button" href={link('/')}>
          {t.failures.home}
        </a>
      </p>
      {requestId !== undefined && (
        <p className="quiet">
          {t.failures.request} <code>{requestId}</code>
        </p>
      )}
    </section>
  );
}
