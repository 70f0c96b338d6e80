import { InvalidArgumentError, Option } from 'commander';
import type { CommandRow, Result } from '../command.ts';
import { Operation, PassportContact, PassportStatus, type OperationFieldsFragment } from '../documents.ts';
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

const PARSERS: Readonly<Record<Exclude<FieldKind, 'flag'>, (text: string) => unknown>> = {
  text: (text) => text,
  number: toInteger,
  time: toTime,
  boolean: toBoolean,
  choice: (text) => text.toUpperCase().replaceAll('-', '_'),
};

export const OPERATION_ROWS: readonly CommandRow[] = [
  ...Object.entries(OPERATION_COMMANDS).map(([mutation, operation]) => toRow(mutation, operation)),
  {
    name: 'passport-status',
    what: 'shows the present owner of a passport, and whether it has changed',
    options: toOptions(['passportId', 'acknowledgedOwnerWallet']),
    async work(client, options) {
      const input = inputOf(options, ['passportId', 'acknowledgedOwnerWallet']);
      return presentRow((await client.request(PassportStatus, { input })).passportStatus);
    },
  },
  {
    name: 'passport-contact',
    what: 'shows the contact that the owner of a passport shared',
    options: toOptions(['passportId']),
    async work(client, { passportId }) {
      return presentRow((await client.request(PassportContact, { passportId })).passportContact);
    },
  },
  {
    name: 'get',
    what: 'shows an operation',
    takes: [['<id>', 'the operation, such as opn_…']],
    async work(client, _options, id) {
      const { operation } = await client.request(Operation, { id });
      return present(operation, {});
    },
  },
];

function toRow(mutation: string, { what, fields, document }: OperationCommand): CommandRow {
  return {
    name: toKebab(mutation),
    what,
    takes: [['[file]', 'JSON with fields of the input; - reads standard input; options replace them']],
    options: toOptions(fields),
    async work(client, options, file) {
      const input = { ...(await readInput(file)), ...inputOf(options, fields) };
      const { requested } = await client.request(document, { input });
      return present(requested.operation, { replayed: requested.replayed });
    },
  };
}

function toOptions(fields: readonly OperationField[]): Option[] {
  return fields.map((field) => {
    const [kind, description] = OPERATION_FIELDS[field];
    const option = new Option(`--${toKebab(field)}${kind === 'flag' ? '' : ` <${kind}>`}`, description);
    return kind === 'flag' ? option : option.argParser(PARSERS[kind]);
  });
}

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
