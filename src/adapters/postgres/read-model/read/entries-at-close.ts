/** The entries `e` as they were when the round closed, which is theirs or a later one. */
export function entriesAtClose(round: string): string {
  return `(e.entries + (select coalesce(sum(l.amount), 0) from entry_change l where l.giveaway_id = e.giveaway_id and l.round_index = e.round_index and l.passport_id = e.passport_id and l.open_round > l.round_index and l.open_round > ${round}))`;
}
