/** Whether a passport can be transferred once more; `maxTransfers` undefined means no limit. */
export function isTradable(maxTransfers: number | undefined, transfersUsed: number): boolean {
  return maxTransfers === undefined || transfersUsed < maxTransfers;
}
