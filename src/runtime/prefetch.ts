/** The same values; the next one is requested while one is worked on. */
export async function* prefetch<Value>(source: AsyncGenerator<Value>): AsyncGenerator<Value> {
  let next = source.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      // It may fail before it is awaited; the failure is thrown when it is.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
  }
}
