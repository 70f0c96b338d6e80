import { InvalidArgumentError, Option, type Command } from 'commander';
import { act, type Result } from '../command.ts';
import {
  Operation,
  PassportContact,
  PassportStatus,
  type OperationFieldsFragment,
} from '../documents/generated.ts';
import { toFields } from '../print.ts';
import { readJsonFile } from '../read-json.ts';
import { Failure } from '../failure.ts';
import {
  OPERATION_COMMANDS,
  OPERATION_FIELDS,
  type FieldKind,
  type OperationCommand,
  type OperationField,
} from './operation-table.ts';

/** giveaways operations create-giveaway, issue-entries and all other operations of providers, and get */
export function addOperations(program: Command): void {
  const operations = program
    .command('operations')
    .description('requests the operations of your provider with one of its keys, and shows their state');
  for (const [mutation, command] of Object.entries(OPERATION_COMMANDS))
    addOperation(operations, mutation, command);

  const status = operations
    .command('passport-status')
    .description('shows the present owner of a passport, and whether it has changed');
  addFields(status, ['passportId', 'acknowledgedOwnerWallet']).action(
    act(async (client, options) => {
      const { passportStatus } = await client.request(PassportStatus, {
        input: inputOf(options, ['passportId', 'acknowledgedOwnerWallet']),
      });
      return presentRow(passportStatus);
    }),
  );
  addFields(
    operations
      .command('passport-contact')
      .description('shows the contact that the owner of a passport shared'),
    ['passportId'],
  ).action(
    act(async (client, { passportId }) => {
      const answer = await client.request(PassportContact, { passportId });
      return presentRow(answer.passportContact);
    }),
  );
  operations
    .command('get')
    .description('shows an operation')
    .argument('<id>', 'the operation, such as opn_…')
    .action(
      act(async (client, _options, id) => {
        const { operation } = await client.request(Operation, { id });
        return present(operation, {});
      }),
    );
}

function addOperation(operations: Command, mutation: string, operation: OperationCommand): void {
  const { what, fields, document } = operation;
  const command = operations
    .command(toKebab(mutation))
    .description(what)
    .argument('[file]', 'JSON with fields of the input; - reads standard input; options replace them');
  addFields(command, fields).action(
    act(async (client, options, file) => {
      const input = { ...(await readInput(file)), ...inputOf(options, fields) };
      const { requested } = await client.request(document, { input });
      return present(requested.operation, { replayed: requested.replayed });
    }),
  );
}

function addFields(command: Command, fields: readonly OperationField[]): Command {
  for (const field of fields) {
    const [kind, description] = OPERATION_FIELDS[field];
    const flags = `--${toKebab(field)}${kind === 'flag' ? '' : ` <${kind}>`}`;
    const option = new Option(flags, description);
    command.addOption(kind === 'flag' ? option : option.argParser(PARSERS[kind]));
  }
  return command;
}

const PARSERS: Readonly<Record<Exclude<FieldKind, 'flag'>, (text: string) => unknown>> = {
  text: (text) => text,
  number: toInteger,
  time: toTime,
  boolean: toBoolean,
  choice: (text) => text.toUpperCase().replaceAll('-', '_'),
};

function toInteger(text: string): number {
  const value = Number(text);
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError('It must be a whole number.');
}

function toTime(text: string): number {
  if (/^\d+$/.test(text)) return toInteger(text);
  const milliseconds = /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (!Number.isNaN(milliseconds)) return Math.floor(milliseconds / 1_000);
  throw new InvalidArgumentError('It must be an instant such as 2027-08-31T18:00:00Z, or Unix seconds.');
}

function toBoolean(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new InvalidArgumentError('It must be true or false.');
}

/** The values of the options; commander names them in camel case, in which `URI` is `Uri`. */
function inputOf(options: Readonly<Record<string, unknown>>, fields: readonly OperationField[]): object {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value =
        options[toKebab(field).replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())];
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

function toKebab(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}

async function readInput(file: string | undefined): Promise<object> {
  const content = file === undefined ? {} : await readJsonFile(file);
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content;
  throw new Failure('INVALID_FILE', 'The file must contain a JSON object with the fields of the input.');
}

type Row = Readonly<Record<string, unknown>>;

function presentRow(row: Row): Result {
  return { document: row, text: toFields(toTexts(row)) };
}

function present(operation: OperationFieldsFragment, more: object): Result {
  const { id, endpoint, status, hold, transactionHash, result, error } = operation;
  return {
    document: { ...operation, ...more },
    text: toFields({
      Operation: id,
      Endpoint: endpoint,
      Status: status.toLowerCase(),
      Hold: hold,
      Transaction: transactionHash,
      ...toTexts(result),
      Error: error && `${error.code}: ${error.message}`,
    }),
    failed: status === 'FAILED',
  };
}

function toTexts(row: Row): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value == null ? null : typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
