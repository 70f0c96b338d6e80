// What each kind of sealed text is bound to. The words are a part of what is encrypted: those of a kind never change, and
// no two kinds have the same. Nothing of them is personal.

/** The context of a passport's contact: one provider, and one ownership of the passport. */
export function contactContext({
  providerId,
  passportId,
  ownerWallet,
  transfersUsed,
}: {
  readonly providerId: string;
  readonly passportId: number;
  readonly ownerWallet: string;
  readonly transfersUsed: number;
}): string {
  return `contact of passport ${passportId} for ${providerId}, owner ${ownerWallet} after ${transfersUsed} transfers`;
}

/** The context of what an operation leaves to be done. */
export function followUpContext(operationId: string): string {
  return `errand of ${operationId}`;
}

/** The context of a webhook's signing secrets. */
export function webhookContext(webhookId: string): string {
  return `webhook:${webhookId}`;
}
