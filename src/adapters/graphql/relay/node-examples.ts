import { listing, type Examples } from '../examples/example.ts';

/** Example calls of the root fields of node. */
export const NODE_EXAMPLES: Examples = {
  query: {
    node: [listing, '__typename id'],
  },
};
