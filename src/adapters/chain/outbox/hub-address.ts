/** The address of the hub at a place, by default of the current hub. Throws for a place without a hub. */
export function hubAddressAt(hubs: ReadonlyMap<number, string>, place?: number): string {
  const address = place === undefined ? hubs.values().next().value : hubs.get(place);
  if (address === undefined) throw new Error(`There is no hub at the place ${place}.`);
  return address;
}
