import { element } from './element.ts';
import type { CheckTexts } from './texts.ts';

const LONGEST = 500;
const HASH = '0x[0-9a-fA-F]{64}';

/** A field of a form with its label and, when there is a text, a hint. */
export function field<Control extends HTMLInputElement | HTMLTextAreaElement>(
  control: Control,
  id: string,
  { label, hint }: { readonly label: string; readonly hint?: string },
  properties: Partial<Control> = {},
): HTMLElement[] {
  Object.assign(control, { id, maxLength: LONGEST, ...properties });
  const name = element('label', '', label);
  name.htmlFor = id;
  if (hint === undefined) return [name, control];
  const text = element('p', 'field-hint', hint);
  text.id = `${id}-hint`;
  control.setAttribute('aria-describedby', text.id);
  return [name, control, text];
}

/** The fields for the sources of a check. */
export function sourceFields(
  texts: CheckTexts,
  hints: { readonly node: string; readonly second: string },
): {
  readonly shown: HTMLElement[];
  readonly node: HTMLInputElement;
  readonly values: () => {
    readonly nodes: string[];
    readonly blockHash: string | undefined;
    readonly note: string;
  };
} {
  const [node, second, hash] = [element('input', ''), element('input', ''), element('input', '')];
  const note = element('textarea', '');
  const address: Partial<HTMLInputElement> = { type: 'url', placeholder: 'https://' };
  const shown = [
    ...field(node, 'node', { label: texts.node, hint: hints.node }, address),
    ...field(second, 'second', { label: texts.second }, address),
    ...field(
      hash,
      'hash',
      { label: texts.hash, hint: hints.second },
      { pattern: HASH, placeholder: '0x', spellcheck: false, autocomplete: 'off' },
    ),
    ...field(note, 'noted', { label: texts.note, hint: texts.noteHint }, { rows: 2, maxLength: LONGEST * 4 }),
  ];
  const values = () => ({
    nodes: [node.value, second.value].map((url) => url.trim()).filter((url) => url !== ''),
    blockHash: hash.value.trim() === '' ? undefined : hash.value.trim(),
    note: note.value,
  });
  return { shown, node, values };
}
