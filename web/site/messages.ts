import { messages as german } from '../texts/de/messages.ts';
import { messages as english, type MessageText } from '../texts/en/messages.ts';
import type { Language } from './language.ts';

const MESSAGES: Readonly<Record<Language, readonly MessageText[]>> = { en: english, de: german };

/** A message of the API in a language; undefined when it has no text of its own there. */
export function findMessage(language: Language, message: string): string | undefined {
  const known = MESSAGES[language].find(([pattern]) => pattern.test(message));
  if (known === undefined) return undefined;
  const [pattern, text] = known;
  const parts = pattern.exec(message) ?? [];
  return text.replaceAll(/\$(\d)/g, (_, index: string) => numberIn(language, parts[Number(index)] ?? ''));
}

/** A part of a message; a number as the language writes it. */
function numberIn(language: Language, part: string): string {
  return /^\d{1,3}(?:,\d{3})+$/.test(part) ? Number(part.replaceAll(',', '')).toLocaleString(language) : part;
}
