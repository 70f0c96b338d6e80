import type { ReactNode } from 'react';
import type { PageQueryError } from '../../../src/adapters/ports/site.ts';
import { useSite } from '../../site/context.ts';
import { findMessage } from '../../site/messages.ts';
import { statusOf } from '../../site/page.ts';
import { RequestId } from './request-id.tsx';

/** A field of a form, by the name that the API has for it. */
export interface FieldName {
  readonly name: string;
  readonly label: string;
  /** The id of its control, if that is not the name. */
  readonly id?: string;
}

/** A message of the API in the language of the reader; in English where it has no translation. */
export function Message({ children }: { readonly children: string }) {
  const { language } = useSite();
  return findMessage(language, children) ?? <bdi lang="en">{children}</bdi>;
}

interface ErrorSummaryProps {
  readonly errors: readonly PageQueryError[];
  /** The visible fields of the form. */
  readonly fields: readonly FieldName[];
}

/** What was wrong with a form: a link to each field, and the messages that concern no visible field. */
export function ErrorSummary({ errors, fields }: ErrorSummaryProps) {
  const { t, requestId } = useSite();
  if (errors.length === 0) return null;
  const isFailure = errors.some((error) => statusOf([error]) >= 500);
  const named = fields.flatMap((field) =>
    messagesOf(errors, field.name).map((message) => ({ field, message })),
  );
  const general = errors.filter((error) => !fields.some(({ name }) => messagesOf([error], name).length > 0));
  return (
    <div className="note is-bad" role="alert">
      <p>{t.access.refused}</p>
      <ul>
        {named.map(({ field: { name, label, id = name }, message }) => (
          <li key={`${name} ${message}`}>
            <a href={`#${id}`}>
              {label}: <Message>{message}</Message>
            </a>
          </li>
        ))}
        {general.map(({ message }) => (
          <li key={message}>
            <Message>{message}</Message>
          </li>
        ))}
      </ul>
      {isFailure && <RequestId>{requestId}</RequestId>}
    </div>
  );
}

/** The messages about a field, each once; those about an item of a list are about the list. */
function messagesOf(errors: readonly PageQueryError[], name: string): readonly string[] {
  const messages = errors
    .flatMap(({ fields }) => fields)
    .filter(({ field }) => field === name || field.startsWith(`${name}.`))
    .map(({ message }) => message);
  return [...new Set(messages)];
}

interface FieldErrorProps {
  readonly name: string;
  readonly errors: readonly PageQueryError[];
}

/** The messages at a field. */
export function FieldError({ name, errors }: FieldErrorProps) {
  const messages = messagesOf(errors, name);
  if (messages.length === 0) return null;
  return (
    <p className="field-error" id={`${name}-error`}>
      {messages.map((message) => (
        <Message key={message}>{message}</Message>
      ))}
    </p>
  );
}

interface FieldProps extends FieldErrorProps {
  readonly label: string;
  readonly hint?: string;
  readonly children: (attributes: {
    readonly id: string;
    readonly name: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': 'true' | undefined;
  }) => ReactNode;
}

/** A field of a form with its label, its hint and the API's messages. */
export function Field({ name, label, hint, errors, children }: FieldProps) {
  const isInvalid = messagesOf(errors, name).length > 0;
  const described = [hint !== undefined && `${name}-hint`, isInvalid && `${name}-error`].filter(Boolean);
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {children({
        id: name,
        name,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': isInvalid ? 'true' : undefined,
      })}
      {hint !== undefined && (
        <p className="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <FieldError name={name} errors={errors} />
    </div>
  );
}
