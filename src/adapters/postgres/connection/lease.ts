/**
 * SQL: whether a lease until `until` is free, when leases last `length` (an interval). A lease that ends later than any could was
 * set by a clock that was ahead, and binds nobody. It is not compared exactly: a statement that waited for a lock is older than
 * the lease that it finds.
 */
export const isFree = (until: string, length: string) =>
  `(${until} is null or ${until} not between now() and now() + 2 * (${length}))`;
