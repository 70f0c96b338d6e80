import { stringify } from 'yaml';
import type { OpenApiDocument } from './openapi.ts';

// With `compat`, texts that look like instants or booleans in YAML 1.1 are quoted.
const STYLE = {
  aliasDuplicateObjects: false,
  blockQuote: 'literal',
  compat: 'yaml-1.1',
  lineWidth: 110,
  singleQuote: true,
} as const;

/** The OpenAPI document as YAML. */
export function toYaml(document: OpenApiDocument): string {
  return stringify(document, STYLE);
}
