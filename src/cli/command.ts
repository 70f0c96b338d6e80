import { InvalidArgumentError, type Command } from 'commander';
import { createGraphqlClient, type GraphqlClient } from './graphql-client.ts';
import { toJsonLine, toLines } from './print.ts';
import { findToken } from './token.ts';

/** The result of a command: a JSON document, and a text for people. */
export interface Result {
  readonly document: unknown;
  readonly text: string;
  /** Part of the work failed: exit code 1. */
  readonly failed?: boolean;
  /** Another exit code than 0 or 1. */
  readonly exitCode?: number;
}

/** The options of a command, including those that every command has. */
export interface Options {
  readonly url: string;
  readonly token?: string;
  readonly dataDir: string;
  readonly configHome?: string;
  readonly json?: boolean;
  readonly [name: string]: unknown;
}

type Work = (client: GraphqlClient, options: Options, ...args: string[]) => Promise<Result>;

/** The action of a command: runs the work with a client for the global options, and prints its result. */
export function act(work: Work): (...args: unknown[]) => Promise<void> {
  return async (...args) => {
    const command = args.at(-1) as Command;
    const options = command.optsWithGlobals<Options>();
    const client = createGraphqlClient(options.url, findToken(options));
    const { document, text, failed, exitCode } = await work(client, options, ...command.args);
    process.stdout.write(`${options.json ? toJsonLine(document) : toLines(text)}\n`);
    if (failed || exitCode) process.exitCode = exitCode ?? 1;
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
