import { CommanderError, InvalidArgumentError } from 'commander';

/** An error about the options of the command. */
export function wrongUsage(message: string): CommanderError {
  return new CommanderError(2, 'verify-draw.wrongUsage', message);
}

/** Parses an address of a contract; its letters may have any case. */
export function toHubAddress(text: string): string {
  if (/^0x[0-9a-f]{40}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError(
    'It must be the address of one contract: 0x and 40 hexadecimal digits. Of several in CHAIN_HUB, name that of the giveaway with --hub.',
  );
}

/** Parses the key of a giveaway on chain, or its id in the GraphQL API. */
export function toGiveawayKey(text: string): string {
  const [, digits] = /^(?:0x|gwy_)([0-9a-f]{64})$/i.exec(text) ?? [];
  if (digits !== undefined) return `0x${digits.toLowerCase()}`;
  throw new InvalidArgumentError(
    'It is neither the key of a giveaway (0x and 64 hexadecimal digits) nor its id.',
  );
}

export function toBlockHash(text: string): string {
  if (/^0x[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('It must be the hash of a block: 0x and 64 hexadecimal digits.');
}

/** Collects the addresses of a repeatable option. A variable of the environment may list several, with commas. */
export function toUrls(text: string, earlier: readonly string[] = []): string[] {
  return [...earlier, ...text.split(',').map((part) => toUrl(part.trim()))];
}

export function toUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It must be an http(s) URL.');
}

export function toBeaconKey(text: string): string {
  if (/^(?:0x)?[0-9a-f]{192}$/i.test(text)) return text;
  throw new InvalidArgumentError('It must be a public key of drand: 192 hexadecimal digits.');
}

export function toSeconds(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('It must be a number of seconds above 0.');
  return Number(text);
}
