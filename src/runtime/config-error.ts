/** Awaits the work; its error names the configuration variable to look at. */
export async function nameVariableInError<Result>(variable: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException;
    throw new Error(`${variable} does not work: ${message || code}`, { cause });
  }
}
