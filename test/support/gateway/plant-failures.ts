// Preloaded into a server under test: on SIGUSR2 it causes a rejection and an exception that no code catches.
process.on('SIGUSR2', () => {
  void Promise.reject(new Error('planted rejection'));
  setImmediate(() => {
    throw new Error('planted exception');
  });
});
