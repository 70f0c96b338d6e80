/** Whether the webhook of this alias gets messages: it is not disabled, and a subscription's lease has not ended. */
export const isLive = (alias: string) =>
  `(${alias}.disabled_at is null and (${alias}.lease_until is null or ${alias}.lease_until > now()))`;
