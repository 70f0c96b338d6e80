/** The key could not be used; its transactions wait until it can be used, here or by another instance. */
export class SigningFailed extends Error {
  constructor(address: string, cause?: unknown) {
    super(`The key of the signer ${address} cannot be used here.`, { cause });
    this.name = 'SigningFailed';
  }
}
