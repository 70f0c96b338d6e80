/**
 * Starts new runs of the deliveries that are being sent: responses to their present calls no longer count. Runs after a change of the
 * webhook, whose row it needs locked.
 */
export const RESTART_CALLS = `
  update webhook_delivery set run = run + 1 where id = any(array(
    select id from webhook_delivery where webhook_id = ? and busy_until is not null order by id for no key update))`;
