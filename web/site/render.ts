import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import { escapeText, Html } from './markup.ts';

/**
 * Renders elements to HTML as `renderToStaticMarkup` of react-dom/server does, in a fraction of its time: pages of a server need
 * neither state nor streaming. A test compares both. It throws an Error at what pages must not have (event handlers, `style`, raw
 * HTML) and at what it does not know (contexts, classes, promises).
 */
export function renderToHtml(node: ReactNode): string {
  return render(node);
}

type Props = Readonly<Record<string, unknown>>;

function render(node: unknown): string {
  switch (typeof node) {
    case 'string':
      return escapeText(node);
    case 'number':
    case 'bigint':
      return String(node);
    case 'boolean':
    case 'undefined':
      return '';
    default:
  }
  if (node === null) return '';
  if (node instanceof Html) return node.markup;
  if (Array.isArray(node)) {
    let html = '';
    for (const child of node) html += render(child);
    return html;
  }
  if (!isValidElement(node)) throw new Error(`A ${typeof node} that is no element cannot be rendered.`);
  const { type, props } = node as ReactElement<Props>;
  if (typeof type === 'string') return renderTag(type, props);
  if (type === Fragment) return render(props['children']);
  // Components of the site are functions of their properties; an object is a context or a component with a cache of its own.
  if (typeof type !== 'function') throw new Error('Only tags, fragments and functions can be rendered.');
  return render((type as (own: Props) => unknown)(props));
}

const MAX_CLASSES = 500;
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

function renderTag(tag: string, props: Props): string {
  let html = startOf(tag, props['className']);
  for (const name in props) {
    const value = props[name];
    if (name === 'children' || name === 'className' || value === null || value === undefined) continue;
    html += renderAttribute(tag, name, value);
  }
  return VOID.has(tag) ? `${html}/>` : `${html}>${renderContent(tag, props)}</${tag}>`;
}

/** The starts of tags by their class. Both are words of the site, never of users, so that there are few. */
const starts = new Map<string, Map<unknown, string>>();

function startOf(tag: string, className: unknown): string {
  let ofTag = starts.get(tag);
  if (ofTag === undefined) starts.set(tag, (ofTag = new Map()));
  let start = ofTag.get(className);
  if (start === undefined) {
    if (ofTag.size > MAX_CLASSES) ofTag.clear();
    start = typeof className === 'string' ? `<${tag} class="${escapeText(className)}"` : `<${tag}`;
    ofTag.set(className, start);
  }
  return start;
}

function renderContent(tag: string, { children, defaultValue, value }: Props): string {
  if (typeof children === 'string' && tag !== 'pre') return escapeText(children);
  switch (tag) {
    case 'textarea':
      return keepLineFeed(render(value ?? defaultValue));
    case 'select':
      return renderOptions(children, render(value ?? defaultValue));
    case 'pre':
      return keepLineFeed(render(children));
    default:
      return render(children);
  }
}

// Parsers drop a line feed at the start of these (HTML standard, section 13.1.2.5).
function keepLineFeed(content: string): string {
  return content.startsWith('\n') ? `\n${content}` : content;
}

/** The options of a `select`, of which one has its value; both as markup. */
function renderOptions(children: unknown, chosen: string): string {
  const all: readonly unknown[] = Array.isArray(children) ? children.flat() : [children];
  return all
    .map((option) => {
      if (!isValidElement<Props>(option) || option.type !== 'option') return render(option);
      const { props } = option;
      const isChosen = chosen !== '' && render(props['value'] ?? props['children']) === chosen;
      return renderTag('option', isChosen ? { ...props, selected: true } : props);
    })
    .join('');
}

type Kind = 'text' | 'value' | 'flag' | 'url' | 'none' | 'forbidden';
interface Attribute {
  readonly kind: Kind;
  /** A space, the name and an equals sign with a quotation mark. */
  readonly start: string;
}

/** Names of properties that are not those of the attribute; all others are, since HTML ignores case. */
const NAMES: Readonly<Record<string, string>> = {
  htmlFor: 'for',
  httpEquiv: 'http-equiv',
  acceptCharset: 'accept-charset',
  tabIndex: 'tabindex',
  crossOrigin: 'crossorigin',
  defaultChecked: 'checked',
  defaultValue: 'value',
  autoFocus: 'autofocus',
};
// Attributes of SVG that have a hyphen.
const HYPHENATED =
  /^(?:fill|stroke|stop|flood)(?:Opacity|Rule|Color|Width|Line(?:cap|join)|Dash(?:array|offset)|Miterlimit)$|^(?:text(?:Anchor|Decoration|Rendering)|font(?:Family|Size|Weight|Style)|clip(?:Path|Rule)|dominantBaseline|alignmentBaseline|baselineShift|vectorEffect|letterSpacing|wordSpacing|paintOrder|shapeRendering|pointerEvents)$/;
const FLAGS = new Set(
  'allowFullScreen async autoFocus checked controls default defaultChecked defer disabled formNoValidate hidden inert itemScope loop multiple muted noModule noValidate open playsInline readOnly required reversed selected'.split(
    ' ',
  ),
);
const URLS = new Set('action formAction href src xlinkHref'.split(' '));
const NONE = new Set('suppressHydrationWarning suppressContentEditableWarning'.split(' '));
const FORBIDDEN = /^(?:on[A-Z].*|style|dangerouslySetInnerHTML|innerHTML|ref)$/;
const known = new Map<string, Attribute>();

function attributeOf(property: string): Attribute {
  let attribute = known.get(property);
  if (attribute !== undefined) return attribute;
  if (!/^[A-Za-z_][\w:.-]*$/.test(property)) throw new Error(`${property} is no name of an attribute.`);
  const name =
    NAMES[property] ??
    (HYPHENATED.test(property)
      ? property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      : property);
  attribute = { kind: kindOf(property), start: ` ${name}="` };
  known.set(property, attribute);
  return attribute;
}

function kindOf(property: string): Kind {
  if (NONE.has(property)) return 'none';
  if (FORBIDDEN.test(property)) return 'forbidden';
  if (FLAGS.has(property)) return 'flag';
  if (property === 'value' || property === 'defaultValue') return 'value';
  return URLS.has(property) ? 'url' : 'text';
}

function renderAttribute(tag: string, property: string, value: unknown): string {
  const { kind, start } = attributeOf(property);
  if (kind === 'none') return '';
  if (kind === 'forbidden') throw new Error(`Markup of the site has no ${property}.`);
  if (kind === 'flag') return value === false ? '' : `${start}"`;
  if (typeof value === 'boolean') return renderBoolean(tag, start, value);
  if (typeof value === 'number') return `${start}${value}"`;
  if (typeof value !== 'string') throw new Error(`The value of ${property} is neither text nor a number.`);
  if (kind === 'url' && isScript(value)) throw new Error(`A script is no address for ${property}.`);
  // They are the content of these tags.
  if (kind === 'value' && (tag === 'textarea' || tag === 'select')) return '';
  return `${start}${escapeText(value)}"`;
}

// A custom element has an attribute or not; attributes of ARIA have the words true and false; no other takes a boolean.
function renderBoolean(tag: string, start: string, value: boolean): string {
  if (tag.includes('-')) return value ? `${start}"` : '';
  return /^ (?:aria-|data-|spellCheck)/.test(start) ? `${start}${value}"` : '';
}

// Browsers ignore control characters before and in the scheme (URL standard).
function isScript(address: string): boolean {
  return !address.startsWith('/') && /^javascript:/i.test(address.replaceAll(/[^!-~]/g, ''));
}
