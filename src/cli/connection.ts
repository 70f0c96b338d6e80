import { Option } from 'commander';
import { toWholeNumber, type Result } from './command.ts';
import { toTable } from './print.ts';

/** A page of a list, as the GraphQL API returns it. */
export interface Connection<Node> {
  readonly edges: readonly { readonly node: Node }[];
  readonly pageInfo: PageInfo;
}
interface PageInfo {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/** The selection of a page: its nodes, and the cursor at which the next page begins. */
export function selectPage(node: string): string {
  return `edges { node { ${node} } } pageInfo { hasNextPage endCursor }`;
}

/** The options of every command that lists something. */
export const FIRST = new Option('--first <count>', 'how many, at most 100').argParser(toWholeNumber);
export const AFTER = new Option('--after <cursor>', 'only what follows this cursor');

export function nodesOf<Node>({ edges }: Pick<Connection<Node>, 'edges'>): Node[] {
  return edges.map(({ node }) => node);
}

interface Table {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What is said when there are no rows. */
  readonly none: string;
}

/** A page as a document, and as a table with the cursor of the next page. */
export function presentPage(
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
