/** What the log says of an error: its message, and that of its cause. */
export function toFailureFacts(error: unknown): { readonly message: string; readonly cause?: string } {
  const cause = error instanceof Error ? error.cause : undefined;
  return { message: describe(error), ...(cause !== undefined && { cause: describe(cause) }) };
}

/** An error of connections to several addresses has no message. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
