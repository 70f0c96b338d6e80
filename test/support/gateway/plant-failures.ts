// Imported into a server of a test: leaves failures that nobody catches when it is told to.
process.on('SIGUSR2', () => {
  void Promise.reject(new Error('planted rejection'));
  setImmediate(() => {
    throw new Error('planted exception');
  });
});
