import { Option, type Command } from 'commander';
import { act, toWholeNumber, type Options, type Result } from './command.ts';
import type { Document } from './documents/generated.ts';
import type { GraphqlClient } from './graphql-client.ts';
import { toTable } from './print.ts';

/** A page of a list, as the GraphQL API returns it. */
export interface Connection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: PageInfo;
}
interface PageInfo {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/** The options of every command that lists something. */
export const FIRST = new Option('--first <count>', 'how many, at most 100').argParser(toWholeNumber);
export const AFTER = new Option('--after <cursor>', 'only what follows this cursor');

interface Table {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What is said when there are no rows. */
  readonly none: string;
}

interface List<Data, Node> {
  readonly document: Document<Data, never>;
  /** The page of the answer, such as `({ apiKeys }) => apiKeys`. */
  readonly page: (data: Data) => Connection<Node>;
  /** The name of the list in the printed document. */
  readonly name: string;
  readonly headings: readonly string[];
  readonly row: (node: Node) => readonly string[];
  readonly none: string;
  /** The variables besides those of the page; none by default. */
  readonly variables?: (options: Options, ...args: string[]) => object;
  /** A node in the printed document; the node itself by default. */
  readonly present?: (node: Node) => unknown;
  /** How the document is sent; with the credential by default. */
  readonly send?: (client: GraphqlClient) => GraphqlClient['request'];
}

/** Lets a command print a page of a list: as a document, or as a table with the cursor of the next page. */
export function addList<Data, Node>(command: Command, list: List<Data, Node>): void {
  const { name, headings, none, row, present = (node) => node } = list;
  command
    .addOption(FIRST)
    .addOption(AFTER)
    .action(
      act(async (client, options, ...args) => {
        const variables = {
          ...list.variables?.(options, ...args),
          first: options['first'],
          after: options['after'],
        };
        const send = list.send?.(client) ?? client.request;
        const { nodes, pageInfo } = list.page(await send(list.document, variables));
        return presentPage(
          { [name]: nodes.map(present), pageInfo },
          { headings, rows: nodes.map(row), none },
        );
      }),
    );
}

/** A page as a document, and as a table with the cursor of the next page. */
function presentPage(
  document: { readonly pageInfo: PageInfo; readonly [list: string]: unknown },
  { headings, rows, none }: Table,
): Result {
  return {
    document,
    text: `${rows.length === 0 ? none : toTable(headings, rows)}${more(document.pageInfo)}`,
  };
}

/** How the next page is read; nothing on the last page. */
export function more({ hasNextPage, endCursor }: PageInfo): string {
  return hasNextPage ? `\n\nMore: --after ${endCursor}` : '';
}
