/** Whether a passport may change hands once more; `maxTransfers` undefined is without limit. */
export function isTradable(maxTransfers: number | undefined, transfersUsed: number): boolean {
  return maxTransfers === undefined || transfersUsed < maxTransfers;
}
