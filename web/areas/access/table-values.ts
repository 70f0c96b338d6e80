/** How an address writes a value. */
export function toAddress(value: string): string;
export function toAddress(value: string | undefined): string | undefined;
export function toAddress(value: string | undefined): string | undefined {
  return value?.toLowerCase().replaceAll('_', '-');
}
