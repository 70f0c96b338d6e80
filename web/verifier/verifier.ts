import { element } from '../draws/element.ts';
import { reasonOf } from '../draws/failure.ts';
import { field, sourceFields } from '../draws/fields.ts';
import { runCheck } from '../draws/run-check.ts';
import { showVerification } from '../draws/show.ts';
import { verifyInBrowser, type BrowserVerification, type NamedSources } from '../draws/verify.ts';
import { drawFields, type DrawValues } from './draw-fields.ts';
import { LANGUAGES, type Language, type VerifierTexts } from './languages.ts';
import { ProofFile } from './proof-file.ts';
import { verifyFile } from './verify-file.ts';

const proof = new ProofFile();
const main = document.querySelector('main') ?? document.body;

/** Shows the page in a language; what the reader filled in stays. */
function show(language: Language): void {
  const texts = LANGUAGES[language];
  const filled = new Map([...document.querySelectorAll<Filled>('[id]')].map(({ id, value }) => [id, value]));
  document.documentElement.lang = language;
  document.title = texts.own.title;
  main.replaceChildren(
    languagesOf(language),
    element('h1', '', texts.own.title),
    element('p', '', texts.own.intro),
    element('p', 'note is-quiet', texts.own.origin),
    ...form(texts),
  );
  for (const control of document.querySelectorAll<Filled>('input:not([type=file]), textarea'))
    control.value = filled.get(control.id) ?? control.value;
}

type Filled = HTMLInputElement | HTMLTextAreaElement;

function languagesOf(shown: Language): HTMLElement {
  const group = element('div', 'languages');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', LANGUAGES[shown].own.language);
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    const button = element('button', 'button is-quiet is-small', LANGUAGES[language].name);
    button.type = 'button';
    button.lang = language;
    button.setAttribute('aria-pressed', String(language === shown));
    button.addEventListener('click', () => {
      show(language);
      document.querySelector<HTMLElement>(`.languages [lang=${language}]`)?.focus();
    });
    group.append(button);
  }
  return group;
}

function form(texts: VerifierTexts): HTMLElement[] {
  const { own, check } = texts;
  const made = element('form', 'stack');
  const draw = drawFields(texts);
  const sources = sourceFields(check, { node: own.nodeHint, second: own.secondHint });
  const relay = element('input', '');
  const button = element('button', 'button', check.start);
  const output = element('div', 'check-result');
  output.setAttribute('aria-live', 'polite');
  const file = proof.fields(texts, () => {
    const isNeeded = proof.text === undefined;
    for (const input of [...draw.needed, sources.node]) input.required = isNeeded;
    output.replaceChildren();
  });
  made.append(
    group(own.file, file),
    group(own.draw, [element('p', 'field-hint', own.drawHint), ...draw.shown]),
    group(own.sources, [
      ...sources.shown,
      ...field(
        relay,
        'beacon',
        { label: own.beacon, hint: own.beaconHint },
        { type: 'url', placeholder: 'https://' },
      ),
    ]),
    button,
  );
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    const { note, ...named } = sources.values();
    const beacon = relay.value.trim() === '' ? undefined : relay.value.trim();
    void runCheck(check, { button, output }, async (running) => {
      // The relays of drand are asked only when the reader names them.
      const question = { ...named, ...running, beacon, relays: [] };
      try {
        return showVerification(check, await verify(question, draw.values()), note);
      } catch (cause) {
        throw new Error(await reasonOf(cause, check, question), { cause });
      }
    });
  });
  return [made, output];
}

/** Verifies the file of the reader, or the draw that is named. */
function verify(
  question: NamedSources,
  { firstBlock: hubBlock, ...requested }: DrawValues,
): Promise<BrowserVerification> {
  if (proof.text !== undefined) return verifyFile(proof.text, { ...question, requested, hubBlock });
  const { chainId = 0n, hub = '', giveaway = '', round = 0 } = requested;
  const draw = { chainId, hub, giveaway, round, fromBlock: hubBlock, hubBlock };
  return verifyInBrowser({ ...question, ...draw, document: undefined });
}

function group(name: string, shown: readonly HTMLElement[]): HTMLElement {
  const fields = element('fieldset', 'panel');
  const list = element('div', 'field');
  list.append(...shown);
  fields.append(element('legend', '', name), list);
  return fields;
}

show(navigator.language.startsWith('de') ? 'de' : 'en');
// A file that is dropped beside the field would replace this page.
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  void proof.take([...(event.dataTransfer?.files ?? [])]);
});
