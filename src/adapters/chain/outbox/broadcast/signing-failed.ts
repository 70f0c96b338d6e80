/** The key could not be used; its transactions wait until it can be used, here or by another instance. */
export class SigningFailed extends Error {
  constructor(cause?: unknown) {
    super('The signer could not sign.', { cause });
    this.name = 'SigningFailed';
  }
}
