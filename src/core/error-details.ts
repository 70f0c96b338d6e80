import type { DomainError, ErrorValues } from './errors.ts';

/** A wrong field by its name, members of lists and objects after a dot. */
interface WrongField {
  readonly field: string;
  readonly message: string;
}

/** What an error adds to its code and reason: wrong fields, or the arguments of a revert and balances by name. */
type ErrorDetails = ErrorValues | { readonly fields: readonly WrongField[] };

/** The details of an error as every API shows them; undefined when there is nothing to add. */
export function toErrorDetails({ details, values }: DomainError): ErrorDetails | undefined {
  if (details === undefined) return values;
  return { ...values, fields: details.map(({ path, message }) => ({ field: path.join('.'), message })) };
}
