/** The value that an address writes in small letters, such as ending-soon. */
export function fromAddress<Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | undefined {
  return values.find((value) => toAddress(value) === text?.toLowerCase());
}

/** How an address writes a value. */
export function toAddress(value: string): string;
export function toAddress(value: string | undefined): string | undefined;
export function toAddress(value: string | undefined): string | undefined {
  return value?.toLowerCase().replaceAll('_', '-');
}
