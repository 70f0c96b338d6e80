import type { DomainError, ErrorValues } from './errors.ts';

/** A wrong field by its path, such as `listings.0.title`, and what is wrong with it. */
interface WrongField {
  readonly field: string;
  readonly message: string;
}

/** What an error adds to its code and reason: the wrong fields, or named values such as the arguments of a revert. */
type ErrorDetails = ErrorValues | { readonly fields: readonly WrongField[] };

/** The details of an error as every API shows them; undefined when there are none. */
export function toErrorDetails({ details, values }: DomainError): ErrorDetails | undefined {
  if (details === undefined) return values;
  return { ...values, fields: details.map(({ path, message }) => ({ field: path.join('.'), message })) };
}
