import { listing, type CallExamples } from '../examples/example.ts';

/** Example calls of the root fields of node. */
export const NODE_EXAMPLES: CallExamples = {
  query: {
    node: [listing, '__typename id'],
    nodes: [{ ids: [listing.id] }, '__typename id'],
  },
};
