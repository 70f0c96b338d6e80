/** A YAML file is imported as its value: `tools/build.ts` parses it. */
declare module '*.yaml' {
  const value: unknown;
  export default value;
}
