import { messages as german } from '../texts/de/messages.ts';
import { messages as english, type MessageText } from '../texts/en/messages.ts';
import type { Language } from './language.ts';

const MESSAGES: Readonly<Record<Language, readonly MessageText[]>> = { en: english, de: german };

/** A message of the API in a language; undefined when it has no text of its own there. */
export function findMessage(language: Language, message: string): string | undefined {
  const known = MESSAGES[language].find(([pattern]) => pattern.test(message));
  return known && message.replace(...known);
}
