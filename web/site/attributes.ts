import type { ReactNode } from 'react';
import { escapeMarkup } from './escape.ts';
import type { Html } from './markup.ts';

/** The properties of an element, by the names of React. */
export interface Properties {
  readonly [name: string]: unknown;
  readonly children?: ReactNode;
  readonly dangerouslySetInnerHTML?: Html;
  readonly defaultValue?: string | number;
  readonly value?: string | number;
}

/** Those that are no attributes. */
const CONTENT = new Set(['children', 'dangerouslySetInnerHTML', 'key', 'ref']);
const NAMES: Readonly<Record<string, string>> = {
  className: 'class',
  htmlFor: 'for',
  tabIndex: 'tabindex',
  defaultValue: 'value',
  defaultChecked: 'checked',
};
/** Attributes of SVG that have hyphens; others have capitals, such as viewBox. */
const HYPHENATED =
  /^(?:(?:fill|flood|font|stop|stroke)[A-Z]\w*|clip(?:Path|Rule)|marker(?:Start|Mid|End)|text(?:Anchor|Decoration)|(?:alignment|dominant)Baseline|(?:image|shape|text)Rendering|(?:letter|word)Spacing|(?:paintOrder|pointerEvents|vectorEffect|writingMode))$/;
/** Attributes whose values `true` and `false` are words. */
const WORDED = /^(?:aria-|data-|contentEditable$|draggable$|spellCheck$)/;
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'action', 'formAction']);
/** Browsers leave out control characters and spaces before a scheme, and line breaks and tabs in it. */
const SCRIPT =
  /^[\0- ]*j[\t\n\r]*a[\t\n\r]*v[\t\n\r]*a[\t\n\r]*s[\t\n\r]*c[\t\n\r]*r[\t\n\r]*i[\t\n\r]*p[\t\n\r]*t[\t\n\r]*:/i;

interface Attribute {
  /** A space and the name. */
  readonly start: string;
  readonly isWorded: boolean;
  readonly isAddress: boolean;
}

const known = new Map<string, Attribute | undefined>();

/** The attributes of an element as they stand in its tag, with a space before each. */
export function attributesOf(properties: Properties): string {
  let joined = '';
  for (const name of Object.keys(properties)) joined += attributeOf(name, properties[name]);
  return joined;
}

function attributeOf(name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  const attribute = known.has(name) ? known.get(name) : learn(name);
  if (attribute === undefined) return '';
  const { start, isWorded, isAddress } = attribute;
  switch (typeof value) {
    case 'string':
      return `${start}="${isAddress && SCRIPT.test(value) ? '#' : escapeMarkup(value)}"`;
    case 'number':
      return `${start}="${value}"`;
    case 'boolean':
      if (isWorded) return `${start}="${value}"`;
      return value ? `${start}=""` : '';
    default:
      throw new TypeError(`The attribute ${name} is no text.`);
  }
}

/** The names are those that the pages are written with, so there are few. */
function learn(name: string): Attribute | undefined {
  const attribute = CONTENT.has(name)
    ? undefined
    : { start: ` ${toName(name)}`, isWorded: WORDED.test(name), isAddress: ADDRESSES.has(name) };
  known.set(name, attribute);
  return attribute;
}

function toName(name: string): string {
  if (HYPHENATED.test(name)) return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return NAMES[name] ?? name;
}
