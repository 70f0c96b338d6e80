/** An element of an XML document. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Its own character data, without that of its children. */
  readonly text: string;
}

const NOT_A_CHARACTER = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const DECLARATION = /^<\?xml version="1\.0" encoding="utf-8"\?>\s*/i;
const TOKEN =
  /<!\[CDATA\[([^]*?)\]\]>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[^\s<>=]+="[^<"]*")*)\s*(\/?)>|([^<]+)/y;
const ATTRIBUTE = /([^\s=]+)="([^"]*)"/g;

/** Parses a well-formed document (XML 1.0) without a document type. Throws when it is not well-formed. */
export function parseXml(document: string): Element {
  const wrong = NOT_A_CHARACTER.exec(document);
  if (wrong) throw new Error(`No character of XML at ${wrong.index}: ${JSON.stringify(wrong[0])}.`);
  const root = { name: '', attributes: {}, children: [] as Element[], text: '' };
  const open = [root];
  TOKEN.lastIndex = DECLARATION.exec(document)?.[0].length ?? 0;
  while (TOKEN.lastIndex < document.length) {
    const at = TOKEN.lastIndex;
    const [, cdata, end, start, attributes = '', empty, text] = TOKEN.exec(document) ?? [];
    const parent = open.at(-1) ?? root;
    if (cdata !== undefined) parent.text += cdata;
    else if (text !== undefined) parent.text += unescape(text);
    else if (start !== undefined) {
      const element = { name: start, attributes: readAttributes(attributes), children: [], text: '' };
      parent.children.push(element);
      if (empty === '') open.push(element);
    } else if (end === undefined || end !== parent.name) {
      throw new Error(`Not well-formed at ${at}: ${document.slice(at, at + 80)}`);
    } else open.pop();
  }
  const [first, ...others] = root.children;
  if (open.length > 1 || first === undefined || others.length > 0 || root.text.trim() !== '')
    throw new Error('It does not consist of exactly one element.');
  return first;
}

/** The child elements of this name. */
export function childrenOf({ children }: Element, name: string): readonly Element[] {
  return children.filter((child) => child.name === name);
}

/** The text of the first child element of this name. */
export function textOf(element: Element, name: string): string | undefined {
  return childrenOf(element, name)[0]?.text;
}

/** The characters of `&amp;` and the other predefined entities; XML and HTML share these five. */
export function unescape(text: string): string {
  return text.replace(/&([^;]*;?)/g, (whole, name: string) => {
    const character = ENTITIES[name];
    if (character === undefined) throw new Error(`Not an entity: ${whole}`);
    return character;
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  'amp;': '&',
  'lt;': '<',
  'gt;': '>',
  'quot;': '"',
  'apos;': "'",
  '#9;': '\t',
  '#10;': '\n',
  '#13;': '\r',
};

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (name in attributes) throw new Error(`The attribute ${name} stands twice.`);
    // Raw white space in attributes is a space (section 3.3.3).
    attributes[name] = unescape(value.replace(/[\t\n\r]/g, ' '));
  }
  return attributes;
}
