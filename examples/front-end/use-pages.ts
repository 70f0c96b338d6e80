import { useEffect, useState } from 'react';

interface Page<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** A list that grows page by page; `read` reads the page after a cursor. */
export function usePages<Item>(read: (after: string | null) => Promise<Page<Item>>) {
  const [items, setItems] = useState<readonly Item[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [failure, setFailure] = useState('');

  async function load(known: readonly Item[], after: string | null) {
    try {
      const { nodes, pageInfo } = await read(after);
      setItems([...known, ...nodes]);
      setNext(pageInfo.hasNextPage ? pageInfo.endCursor : null);
      setFailure('');
    } catch (error) {
      setFailure(String(error));
    }
  }
  useEffect(() => void load([], null), []);
  return {
    items,
    failure,
    reload: () => void load([], null),
    more: next === null ? undefined : () => void load(items, next),
  };
}
