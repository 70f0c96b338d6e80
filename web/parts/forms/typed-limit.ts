/**
 * The `maxlength` of a control whose text has at most `characters` for the API. Browsers count UTF-16 units, of which a character has
 * one or two, so any text within the limit can be typed; the API says when one is too long.
 */
export function typedLimit(characters: number): number {
  return 2 * characters;
}
