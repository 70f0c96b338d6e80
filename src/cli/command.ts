import { once } from 'node:events';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Document } from './documents.ts';
import { createGraphqlClient, type GraphqlClient } from './graphql-client.ts';
import { toJsonLine, toLines } from './print.ts';
import { findProfile, type ProfileOptions } from './access/profiles.ts';
import { findToken } from './access/token.ts';
import { clearProgress } from './progress.ts';

/** The result of a command: a JSON document, and a text for people. */
export interface Result {
  readonly document: unknown;
  readonly text: string;
  /** What is printed as it comes, in place of the document and the text. */
  readonly lines?: AsyncIterable<string>;
  /** Part of the work failed: exit code 1. */
  readonly failed?: boolean;
  /** Another exit code than 0 or 1. */
  readonly exitCode?: number;
}

/** The options of a command as they are given, including those that every command has. */
interface GivenOptions extends ProfileOptions {
  readonly url?: string;
  readonly token?: string;
  readonly publisher?: string;
  readonly dataDir: string;
  readonly json?: boolean;
  readonly [name: string]: unknown;
}

/** The options of a command. */
export interface Options extends GivenOptions {
  readonly url: string;
}

/** The work of a command with its options and arguments. */
export type CommandWork = (client: GraphqlClient, options: Options, ...args: string[]) => Promise<Result>;

export const DEFAULT_ADDRESS = 'http://localhost:4000';

/**
 * The action of a command: runs the work with a client for the global options, and prints its result. A local command uses no gateway,
 * so its client has neither a credential nor the address of a profile.
 */
export function act(work: CommandWork, isLocal = false): (...args: unknown[]) => Promise<void> {
  return async (...args) => {
    const command = args.at(-1) as Command;
    const given = command.optsWithGlobals<GivenOptions>();
    const profile = isLocal ? undefined : findProfile(given);
    const options: Options = { ...given, url: given.url ?? profile?.url ?? DEFAULT_ADDRESS };
    const client = createGraphqlClient(
      options.url,
      isLocal ? undefined : findToken(options),
      options.publisher,
    );
    const { document, text, lines, failed, exitCode } = await work(client, options, ...command.args).finally(
      clearProgress,
    );
    if (lines === undefined) process.stdout.write(`${options.json ? toJsonLine(document) : toLines(text)}\n`);
    else await printEach(lines);
    if (failed || exitCode) process.exitCode = exitCode ?? 1;
  };
}

/** Prints parts of a file one by one, no faster than they are read; without control characters where a terminal shows it. */
async function printEach(parts: AsyncIterable<string>): Promise<void> {
  for await (const part of parts)
    if (!process.stdout.write(process.stdout.isTTY ? toLines(part) : part))
      await once(process.stdout, 'drain');
}

/** A command. */
export interface CommandRow {
  readonly name: string;
  /** What it does, as the help says it. */
  readonly what: string;
  /** Its arguments, each with what it is. */
  readonly takes?: readonly (readonly [name: string, what: string])[];
  readonly options?: readonly Option[];
  /** Whether it uses no gateway. */
  readonly isLocal?: boolean;
  readonly work: CommandWork;
}

/** Adds commands to the program or to a group of it. */
export function addCommands(group: Command, rows: readonly CommandRow[]): void {
  for (const { name, what, takes = [], options = [], isLocal, work } of rows) {
    const command = group.command(name).description(what);
    for (const argument of takes) command.argument(...argument);
    for (const each of options) command.addOption(each);
    command.action(act(work, isLocal));
  }
}

/** An option of a command that it must have. */
export function needed(flags: string, what: string): Option {
  return new Option(flags, what).makeOptionMandatory();
}

interface Sent<Data> {
  readonly document: Document<Data, never>;
  readonly input: (options: Options, ...args: string[]) => object;
  readonly show: (data: Data, options: Options, ...args: string[]) => Result | Promise<Result>;
  /** Whether the mutation has no second effect when it is repeated because its response was lost. */
  readonly isRepeatable?: boolean;
}

/** The work of a command that sends one mutation with its input. */
export function send<Data>({ document, input, show, isRepeatable = false }: Sent<Data>): CommandWork {
  return async (client, options, ...args) => {
    const variables = { input: input(options, ...args) };
    const data = await (isRepeatable
      ? client.requestRepeatedly(document, variables)
      : client.request(document, variables));
    return show(data, options, ...args);
  };
}

/** Parses the value of an option as a whole number. */
export function toWholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** Collects the values of a repeatable option. */
export function gather(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}
