import { Option } from 'commander';

/** An option with one of the values of an enumeration of the API, written in small letters with hyphens. */
export function choiceOf(flags: string, what: string, values: readonly string[]): Option {
  return new Option(flags, what).choices(values.map((value) => value.toLowerCase().replaceAll('_', '-')));
}

/** The value of such an option as the API names it. */
export function toConstant(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toUpperCase().replaceAll('-', '_') : undefined;
}
