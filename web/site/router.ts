import { isLanguage, preferredLanguage, type Language } from './language.ts';
import type { Page } from './page.ts';
import { readQuery, toSearch, type Query } from './query.ts';

/** The page of an address, with what the address says. */
export interface Route {
  readonly page: Page;
  readonly path: string;
  readonly parts: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly language: Language;
  /** Whether the address names the language, so that links keep it. */
  readonly isLanguageChosen: boolean;
  /** Whether the target is too long: its query is not read, except for the language. */
  readonly isTooLong: boolean;
  /** The canonical address and the language. */
  readonly key: string;
}

const MAX_TARGET = 4_096;

/** Finds pages by address; addresses that differ in unknown parameters, their order or empty values have the same key. */
export function createRouter(
  pages: readonly Page[],
): (target: string, acceptLanguage: string | undefined) => Route | undefined {
  const table = pages.map((page) => ({
    page,
    names: [...page.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? ''),
    pattern: toPattern(page.path),
  }));
  return (target, acceptLanguage) => {
    const isTooLong = target.length > MAX_TARGET;
    const { path, search } = splitTarget(target);
    for (const { page, names, pattern } of table) {
      const match = pattern.exec(path);
      if (match === null) continue;
      const parts = decodeParts(names, match);
      if (parts === undefined) return undefined;
      const known = page.access === 'publisher' ? ['lang', 'publisher'] : ['lang'];
      const query = readQuery(search, isTooLong ? ['lang'] : [...known, ...(page.parameters ?? [])]);
      const chosen = query.get('lang')?.[0];
      const isLanguageChosen = isLanguage(chosen);
      const language = isLanguageChosen ? chosen : preferredLanguage(acceptLanguage);
      const canonical = `${path}${toSearch({ ...Object.fromEntries(query), lang: isLanguageChosen ? chosen : undefined })}`;
      const key = isTooLong ? `${language}\n${path}\ntoo long` : `${language}\n${canonical}`;
      return { page, path, parts, query, language, isLanguageChosen, isTooLong, key };
    }
    return undefined;
  };
}

/** The path and the query of a request's target, without a fragment. */
export function splitTarget(target: string): { readonly path: string; readonly search: string } {
  const [address = ''] = target.split('#', 1);
  const mark = address.indexOf('?');
  return mark === -1
    ? { path: address, search: '' }
    : { path: address.slice(0, mark), search: address.slice(mark + 1) };
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '([^/]{1,200})')}$`);
}

function decodeParts(
  names: readonly string[],
  match: RegExpExecArray,
): Readonly<Record<string, string>> | undefined {
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]));
  } catch {
    // Not UTF-8 in percent encoding.
    return undefined;
  }
}
