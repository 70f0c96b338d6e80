/** The address of the hub with this index, by default of the current hub. Throws for an index without a hub. */
export function hubAddressAt(hubs: ReadonlyMap<number, string>, hubIndex?: number): string {
  const address = hubIndex === undefined ? hubs.values().next().value : hubs.get(hubIndex);
  if (address === undefined) throw new Error(`There is no hub at the place ${hubIndex}.`);
  return address;
}
