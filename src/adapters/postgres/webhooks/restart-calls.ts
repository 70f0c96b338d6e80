/** Starts new runs of the deliveries that are being sent: responses to their present calls no longer count. */
export const RESTART_CALLS = `
  update webhook_delivery set run = run + 1 where webhook_id = ? and busy_until is not null`;
