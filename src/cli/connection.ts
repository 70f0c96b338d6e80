import { Option } from 'commander';
import { TABLE_FORMATS, type TableFormatName, type TableLine } from '../runtime/files/table-file.ts';
import { toWholeNumber, type CommandRow, type Options, type Result } from './command.ts';
import type { Document } from './documents.ts';
import { escapeControls, toTable } from './print.ts';

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

const FORMAT = new Option(
  '--format <format>',
  'prints all of them, or the first so many, as a file for other programs',
).choices(Object.keys(TABLE_FORMATS));
/** The items of a page of a file. */
const FILE_PAGE = 100;

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
  /** The columns of the list as a file; it can be printed as one. */
  readonly columns?: Readonly<Record<string, (node: Node) => unknown>>;
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
  const { name, headings, none, row, columns, present = (node) => node } = requested;
  return {
    name: command,
    what,
    takes,
    options: [...options, FIRST, AFTER, ...(columns === undefined ? [] : [FORMAT])],
    async work(client, values, ...args) {
      const { first, after, format } = values;
      const send = requested.isPublic ? client.requestPublic : client.request;
      const read = async (page: object) => {
        const variables = { ...requested.variables?.(values, ...args), ...page };
        return requested.page(await send(requested.document, variables));
      };
      if (columns !== undefined && isTableFormat(format)) {
        const lines = linesOfFile(columns, format, read, { first, after });
        return { document: null, text: '', lines };
      }
      const { nodes, pageInfo } = await read({ first, after });
      return presentPage({ [name]: nodes.map(present), pageInfo }, { headings, rows: nodes.map(row), none });
    },
  };
}

function isTableFormat(name: unknown): name is TableFormatName {
  return typeof name === 'string' && Object.hasOwn(TABLE_FORMATS, name);
}

/** A list as a file, page by page: all of it, or only the page that was asked for. */
async function* linesOfFile<Node>(
  columns: Readonly<Record<string, (node: Node) => unknown>>,
  format: TableFormatName,
  read: (page: object) => Promise<Connection<Node>>,
  { first, after }: { readonly first: unknown; readonly after: unknown },
): AsyncGenerator<string> {
  const { head, toLines } = TABLE_FORMATS[format];
  const names = Object.keys(columns);
  const toLine = (node: Node): TableLine => Object.values(columns).map((valueOf) => valueOf(node));
  yield head(names);
  for (let next: unknown = after; ;) {
    const { nodes, pageInfo } = await read({ first: first ?? FILE_PAGE, after: next });
    const lines = toLines(names, nodes.map(toLine));
    yield format === 'ndjson' ? lines.split('\n').map(escapeControls).join('\n') : lines;
    next = pageInfo.endCursor;
    if (first !== undefined || !pageInfo.hasNextPage || next === null) return;
  }
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
