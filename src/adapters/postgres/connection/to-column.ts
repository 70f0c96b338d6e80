/** The column of a property, as the ORM names it too: publisherId is publisher_id. */
export function toColumn(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
