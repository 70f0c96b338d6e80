import { Option } from 'commander';
import { toWholeNumber, type CommandRow, type Options, type Result } from './command.ts';
import type { Document } from './documents.ts';
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

interface List<Data, Node> extends Omit<CommandRow, 'work' | 'name'> {
  /** The name of the command; `list` by default. */
  readonly command?: string;
  readonly document: Document<Data, never>;
  /** The page of the response, such as `({ apiKeys }) => apiKeys`. */
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
  /** Whether everybody may read it; otherwise it is sent with the credential. */
  readonly isPublic?: boolean;
}

/** A command that prints a page of a list: as a document, or as a table with the cursor of the next page. */
export function listRow<Data, Node>({
  command = 'list',
  what,
  takes = [],
  options = [],
  ...requested
}: List<Data, Node>): CommandRow {
  const { name, headings, none, row, present = (node) => node } = requested;
  return {
    name: command,
    what,
    takes,
    options: [...options, FIRST, AFTER],
    async work(client, values, ...args) {
      const variables = {
        ...requested.variables?.(values, ...args),
        first: values['first'],
        after: values['after'],
      };
      const send = requested.isPublic ? client.requestPublic : client.request;
      const { nodes, pageInfo } = requested.page(await send(requested.document, variables));
      return presentPage({ [name]: nodes.map(present), pageInfo }, { headings, rows: nodes.map(row), none });
    },
  };
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
