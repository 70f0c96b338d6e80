/** The column of a property, by the ORM's naming strategy: publisherId is publisher_id. */
export function toColumn(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
