/** The price of a count, a search by words or a filter by facts, in objects. */
export const SCAN_PRICE = 200;
/** One count with the whole filter, and one without each of its three kinds of choice. */
export const FACETS_PRICE = 4 * SCAN_PRICE;
/** One count of facts with the whole filter, and one without each of its five facts; listings are read for it. */
export const FACT_COUNTS_PRICE = 6 * SCAN_PRICE;
/** The price of a list of drafts, whose texts are read whole: some megabytes at most, four times a request. */
export const DRAFTS_PRICE = 6 * SCAN_PRICE;
/** The price of the document of a proof, so that one request reads two at most. */
export const PROOF_PRICE = 2_000;
/** The price of looking up one object by its id: a part of the statement of its own, which costs as much as a page of 50. */
export const LOOK_UP_PRICE = 50;
