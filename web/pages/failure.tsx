import { RequestId } from '../parts/forms/request-id.tsx';
import { useSite } from '../site/context.ts';
import { findMessage } from '../site/messages.ts';
import type { FailureTexts } from '../texts/en/failures.ts';

export interface FailureViewProps {
  readonly texts: FailureTexts;
  readonly status: number;
  /** The message of the API, in English. */
  readonly message?: string;
  /** What is said in place of the message, in the language of the page. */
  readonly said?: string | undefined;
  readonly requestId?: string;
}

/** The page of an unknown address, a refused form or a failure. */
export function FailureView({ texts, status, message, said: sentence, requestId }: FailureViewProps) {
  const { t, link, language } = useSite();
  const said =
    sentence ??
    (message === undefined || status === 404 || status >= 500
      ? undefined
      : (findMessage(language, message) ?? (language === 'en' ? message : undefined)));
  return (
    <section className="failure">
      <p className="failure-status">{status}</p>
      <h1>{texts.title}</h1>
      <p>{texts.advice}</p>
      {said !== undefined && <p className="note">{said}</p>}
      <p>
        <a className="button" href={link('/')}>
          {t.failures.home}
        </a>
      </p>
      <RequestId>{requestId}</RequestId>
    </section>
  );
}
