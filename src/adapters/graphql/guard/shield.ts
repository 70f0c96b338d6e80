import type { applyMiddleware as ApplyMiddleware } from 'graphql-middleware';
import type * as Shield from 'graphql-shield';
import { createRequire } from 'node:module';
import util from 'node:util';

// graphql-shield calls util.isUndefined, which Node 23 removed, and its ES module build does not link.
const legacyUtil = util as { isUndefined?: (value: unknown) => boolean };
legacyUtil.isUndefined ??= (value) => value === undefined;

const require = createRequire(import.meta.url);
export const { rule, shield } = require('graphql-shield') as typeof Shield;
export const { applyMiddleware } = require('graphql-middleware') as {
  applyMiddleware: typeof ApplyMiddleware;
};
