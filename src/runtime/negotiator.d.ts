declare module 'negotiator' {
  /** The part of the API of the package that is used here. */
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string>> });
    mediaType(available: readonly string[]): string | undefined;
    /** Of those that the client accepts with the same weight, the first of `preferred`. */
    encoding<Available extends string>(
      available: readonly Available[],
      options: { readonly preferred: readonly string[] },
    ): Available | undefined;
  }
}
