/**
 * Runs a program. When nothing keeps the process alive although the program has not ended, Node would exit with 0 and no word: it
 * then exits with 1 and says so.
 */
export async function runToEnd(program: () => Promise<unknown>): Promise<void> {
  const onEmpty = () => {
    process.stderr.write('Stopped before the end: the last thing that was waited for can never happen.\n');
    process.exitCode = 1;
  };
  process.once('beforeExit', onEmpty);
  try {
    await program();
  } finally {
    process.off('beforeExit', onEmpty);
  }
}
