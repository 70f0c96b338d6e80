import {
  astFromValue,
  Kind,
  OperationTypeNode,
  print,
  type GraphQLField,
  type GraphQLSchema,
  type ValueNode,
} from 'graphql';
import { ACCOUNT_EXAMPLES } from '../accounts/account-examples.ts';
import { API_KEY_EXAMPLES } from '../api-keys/api-key-examples.ts';
import { CONTACT_EXAMPLES } from '../contacts/contact-examples.ts';
import { EVIDENCE_EXAMPLES } from '../evidence/evidence-examples.ts';
import { FEED_EXAMPLES } from '../feed/feed-examples.ts';
import { GIVEAWAY_EXAMPLES } from '../giveaways/giveaway-examples.ts';
import { LISTING_EXAMPLES } from '../listings/listing-examples.ts';
import { OPERATION_EXAMPLES } from '../operations/operation-examples.ts';
import { PROVIDER_EXAMPLES } from '../providers/provider-examples.ts';
import { NODE_EXAMPLES } from '../relay/node-examples.ts';
import { PUBLISHER_EXAMPLES } from '../publishers/publisher-examples.ts';
import { STATISTICS_EXAMPLES } from '../statistics/statistics-examples.ts';
import { REPORT_EXAMPLES } from '../reports/report-examples.ts';
import { STATUS_EXAMPLES } from '../status/status-examples.ts';
import { WALLET_EXAMPLES } from '../wallets/wallet-examples.ts';
import { WEBHOOK_EXAMPLES } from '../webhooks/webhook-examples.ts';
import type { CallExamples, Example } from './example.ts';

type RootField = GraphQLField<unknown, unknown>;

const MAX_LINE = 100;

/** An example of every field of Query, Mutation and Subscription. */
const EXAMPLES: readonly CallExamples[] = [
  ACCOUNT_EXAMPLES,
  API_KEY_EXAMPLES,
  CONTACT_EXAMPLES,
  EVIDENCE_EXAMPLES,
  FEED_EXAMPLES,
  GIVEAWAY_EXAMPLES,
  LISTING_EXAMPLES,
  OPERATION_EXAMPLES,
  PROVIDER_EXAMPLES,
  NODE_EXAMPLES,
  PUBLISHER_EXAMPLES,
  STATISTICS_EXAMPLES,
  REPORT_EXAMPLES,
  STATUS_EXAMPLES,
  WALLET_EXAMPLES,
  WEBHOOK_EXAMPLES,
];

/** Appends the examples to the descriptions of their fields. Throws Error for an argument that a field does not have. */
export function addExamples(schema: GraphQLSchema): void {
  for (const kind of Object.values(OperationTypeNode)) {
    const fields = schema.getRootType(kind)?.getFields() ?? {};
    for (const [name, example] of EXAMPLES.flatMap((examples) => Object.entries(examples[kind] ?? {}))) {
      const field = fields[name];
      if (field === undefined) throw new Error(`There is no ${kind} ${name} to show an example of.`);
      field.description = `${field.description ?? ''}\n\n\`\`\`graphql\n${callOf(kind, field, example)}\n\`\`\``;
    }
  }
}

/** The document of a call, in as few lines as MAX_LINE allows. */
function callOf(kind: string, field: RootField, example: Example): string {
  if (typeof example === 'string') return example;
  const [args, selection] = example;
  const head = (open: string, between: string, close: string) => {
    const argumentTexts = Object.entries(args).map(([name, value]) => {
      const literal = literalOf(field, name, value);
      if (literal.kind !== Kind.OBJECT) return `${name}: ${print(literal)}`;
      return `${name}: {${open}${literal.fields.map((node) => print(node)).join(between)}${close}}`;
    });
    return `  ${field.name}${argumentTexts.length === 0 ? '' : `(${argumentTexts.join(', ')})`}`;
  };
  const line = head(' ', ', ', ' ');
  const call = [`${line} { ${selection} }`, `${line} {\n    ${selection}\n  }`].find((text) =>
    text.split('\n').every(({ length }) => length <= MAX_LINE),
  );
  return `${kind} {\n${call ?? `${head('\n    ', '\n    ', '\n  ')} {\n    ${selection}\n  }`}\n}`;
}

function literalOf(field: RootField, name: string, value: unknown): ValueNode {
  const type = field.args.find((argument) => argument.name === name)?.type;
  const literal = type && astFromValue(value, type);
  if (!literal) throw new Error(`${field.name} does not take this ${name}.`);
  if (literal.kind === Kind.OBJECT && literal.fields.length !== Object.keys(value as object).length)
    throw new Error(`${field.name} does not take all of this ${name}.`);
  return literal;
}
