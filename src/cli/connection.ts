/** A page of a list, as the API shows it. */
export interface Connection<Node> {
  readonly edges: readonly { readonly node: Node }[];
  readonly pageInfo: PageInfo;
}
export interface PageInfo {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/** What every command that lists something asks for of a page: its nodes, and where the next page begins. */
export function selectPage(node: string): string {
  return `edges { node { ${node} } } pageInfo { hasNextPage endCursor }`;
}

export function nodesOf<Node>({ edges }: Pick<Connection<Node>, 'edges'>): Node[] {
  return edges.map(({ node }) => node);
}
