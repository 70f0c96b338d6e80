/** Starts new runs of the deliveries that are being sent, so that responses to the present calls do not disable the webhook. */
export const RESTART_CALLS = `
  update webhook_delivery set run = run + 1 where webhook_id = ? and busy_until is not null`;
