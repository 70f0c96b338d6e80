import { InvalidArgumentError, Option } from 'commander';
import type { CommandRow, Result } from '../command.ts';
import * as documents from '../documents.ts';
import {
  Operation,
  PassportContact,
  PassportStatus,
  type Document,
  type OperationFieldsFragment,
} from '../documents.ts';
import { toFields } from '../print.ts';
import { readJsonFile } from '../read-json.ts';
import { Failure } from '../failure.ts';
import { OPERATIONS, type OperationField } from './generated.ts';

/** The response to a mutation that requests an operation; all their documents name it the same. */
interface Requested {
  readonly requested: { readonly replayed: boolean; readonly operation: OperationFieldsFragment };
}

type Fields = Readonly<Record<string, OperationField>>;

/** Flags whose absence does not mean false. */
const WITH_VALUE: ReadonlySet<string> = new Set(['issue']);

const PASSPORT: Fields = { passportId: { type: 'SafeInt', description: 'The number of the passport.' } };
const PASSPORT_STATUS: Fields = {
  ...PASSPORT,
  acknowledgedOwnerWallet: { type: 'Address', description: 'Acknowledges this new owner.' },
};

export const OPERATION_ROWS: readonly CommandRow[] = [
  ...Object.entries(OPERATIONS).map(([mutation, operation]) => toRow(mutation, operation)),
  {
    name: 'passport-status',
    what: 'shows the present owner of a passport, and whether it has changed',
    options: toOptions(PASSPORT_STATUS),
    async work(client, options) {
      const input = inputOf(options, PASSPORT_STATUS);
      return presentRow((await client.request(PassportStatus, { input })).passportStatus);
    },
  },
  {
    name: 'passport-contact',
    what: 'shows the contact that the owner of a passport shared',
    options: toOptions(PASSPORT),
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

function toRow(
  mutation: string,
  { description, fields }: { readonly description: string; readonly fields: Fields },
): CommandRow {
  const name = `${mutation[0]?.toUpperCase() ?? ''}${mutation.slice(1)}`;
  // The documents of all operations have the same form; a test compares them with the operations.
  const document = (documents as unknown as Readonly<Record<string, Document<Requested, never>>>)[name];
  return {
    name: toKebab(mutation),
    what: toHelp(description),
    takes: [['[file]', 'JSON with fields of the input; - reads standard input; options replace them']],
    options: toOptions(fields),
    async work(client, options, file) {
      if (document === undefined) throw new Error(`There is no document ${name}.`);
      const input = { ...(await readInput(file)), ...inputOf(options, fields) };
      const { requested } = await client.request(document, { input });
      return present(requested.operation, { replayed: requested.replayed });
    },
  };
}

function toOptions(fields: Fields): Option[] {
  return Object.entries(fields).map(([name, { type, description, values }]) => {
    const flag = `--${toKebab(name)}`;
    const what = toHelp(description);
    if (values !== undefined)
      return new Option(`${flag} <choice>`, `${what}: ${values.map(toKebab).join(', ')}`).argParser(toChoice);
    if (type === 'Boolean' && !WITH_VALUE.has(name)) return new Option(flag, what);
    if (type === 'Boolean') return new Option(`${flag} <boolean>`, what).argParser(toBoolean);
    if (name.endsWith('Time'))
      return new Option(`${flag} <time>`, `${what}; an instant is accepted too`).argParser(toTime);
    if (type === 'Int' || type === 'SafeInt')
      return new Option(`${flag} <number>`, what).argParser(toInteger);
    return new Option(`${flag} <text>`, what);
  });
}

/** A sentence of the schema in the form of a help text. */
function toHelp(sentence: string): string {
  return `${sentence[0]?.toLowerCase() ?? ''}${sentence.slice(1).replace(/\.$/, '')}`;
}

function toChoice(text: string): string {
  return text.toUpperCase().replaceAll('-', '_');
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
function inputOf(options: Readonly<Record<string, unknown>>, fields: Fields): object {
  return Object.fromEntries(
    Object.keys(fields).flatMap((field) => {
      const value =
        options[toKebab(field).replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())];
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

function toKebab(name: string): string {
  return name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .replaceAll('_', '-')
    .toLowerCase();
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
