import type { PageQueryError } from '../../src/adapters/ports/site.ts';
import type { Texts } from '../texts/en.ts';
import type { Language } from './language.ts';
import { findMessage } from './messages.ts';
import type { Query, WrongParameter } from './query.ts';

/** The parameters of addresses by the arguments of the API that have other names. */
const PARAMETERS: Readonly<Record<string, string>> = {
  search: 'q',
  platforms: 'platform',
  providers: 'provider',
  providerKey: 'provider',
  regions: 'region',
  minPrizes: 'prizes',
  isLegacy: 'legacy',
  orderBy: 'order',
};

type Wrong = Pick<WrongParameter, 'parameter' | 'message'>;

/** The parameter of an address whose value the API refused, and its message about it; undefined for another error. */
export function refusedParameter(query: Query, errors: readonly PageQueryError[]): Wrong | undefined {
  for (const { field, message } of errors.flatMap(({ fields }) => fields)) {
    const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
    const parameter = PARAMETERS[name] ?? name;
    if (query.has(parameter)) return { parameter, message };
  }
  return undefined;
}

/** A sentence of a language on a wrong parameter. */
export function sentenceOf({ parameter, message }: Wrong, t: Texts, language: Language): string {
  return t.failures.parameter(
    parameter,
    findMessage(language, message) ?? (language === 'en' ? message : undefined),
  );
}
