declare module 'negotiator' {
  /** Of the package's API, what is used here. */
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string>> });
    mediaType(available: readonly string[]): string | undefined;
  }
}
