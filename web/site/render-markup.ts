import { Fragment, isValidElement, type ReactNode } from 'react';
import { attributesOf, type Properties } from './attributes.ts';
import { escapeMarkup } from './escape.ts';

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/**
 * The markup of a page or picture. Its parts are functions that return elements; they have no state and wait for nothing, so this
 * needs nothing of what React's renderer does to suspend, resume and stream.
 */
export function renderMarkup(node: ReactNode): string {
  return contentOf(node, undefined);
}

/** `chosen` is the value of the select element around the node, as markup. */
function contentOf(node: ReactNode, chosen: string | undefined): string {
  if (typeof node === 'string') return escapeMarkup(node);
  if (typeof node === 'number' || typeof node === 'bigint') return String(node);
  if (node === undefined || node === null || typeof node === 'boolean') return '';
  if (isValidElement<Properties>(node)) return elementOf(node.type, node.props, chosen);
  if (!Array.isArray(node)) throw new TypeError('A page contains something that is no markup.');
  let joined = '';
  for (const each of node as readonly ReactNode[]) joined += contentOf(each, chosen);
  return joined;
}

function elementOf(type: unknown, properties: Properties, chosen: string | undefined): string {
  if (typeof type === 'function') return contentOf((type as Part)(properties), chosen);
  const { children } = properties;
  if (type === Fragment) return contentOf(children, chosen);
  if (typeof type !== 'string') throw new TypeError('A page contains an element that is no markup.');
  switch (type) {
    case 'textarea': {
      const { defaultValue, ...others } = properties;
      return tagOf(type, others, afterBreak(contentOf(defaultValue, undefined)));
    }
    case 'select': {
      const { defaultValue, ...others } = properties;
      const value = defaultValue === undefined ? undefined : contentOf(defaultValue, undefined);
      return tagOf(type, others, contentOf(children, value));
    }
    case 'option': {
      const text = contentOf(children, undefined);
      const value = properties.value === undefined ? text : contentOf(properties.value, undefined);
      return tagOf(type, value === chosen ? { ...properties, selected: true } : properties, text);
    }
    case 'pre':
      return tagOf(type, properties, afterBreak(contentOf(children, chosen)));
    default: {
      const html = properties.dangerouslySetInnerHTML;
      return tagOf(type, properties, html ? html.__html : contentOf(children, chosen));
    }
  }
}

type Part = (properties: Properties) => ReactNode;

function tagOf(name: string, properties: Properties, content: string): string {
  const start = `<${name}${attributesOf(properties)}`;
  return VOID.has(name) ? `${start}/>` : `${start}>${content}</${name}>`;
}

/** Parsers of HTML leave out a line break at the beginning of such an element. */
function afterBreak(content: string): string {
  return content.startsWith('\n') ? `\n${content}` : content;
}
