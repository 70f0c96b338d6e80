declare module 'negotiator' {
  /** The part of the API of the package that is used here. */
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string>> });
    mediaType(available: readonly string[]): string | undefined;
  }
}
