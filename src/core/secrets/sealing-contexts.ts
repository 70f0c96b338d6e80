// The contexts that sealed texts are bound to. A text opens only with the context that it was sealed with, so the wording of
// a kind never changes, and no two kinds share one; those of the check values of keys begin with "check of". Contexts contain
// nothing personal.

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

/** The context of an operation's follow-up. */
export function followUpContext(operationId: string): string {
  return `errand of ${operationId}`;
}

/** The context of a webhook's signing secrets. */
export function webhookContext(webhookId: string): string {
  return `webhook:${webhookId}`;
}
