import type { Page } from 'playwright-core';
import { PATIENCE } from '../../support/patience.ts';

const WAIT_MS = 60_000 * PATIENCE;
const MAX_TABS = 80;
const FOCUSED = '(document.activeElement?.textContent ?? "").trim()';

/** What a person does with the pages of the area. */
export interface User {
  readonly page: Page;
  /** Follows the first link, or presses the first button, with this text. */
  activate(text: string): Promise<void>;
  /** Enters a text into the field of this name. */
  enter(field: string, text: string): Promise<void>;
  /** Waits for the page with this heading. */
  arrive(heading: string): Promise<void>;
}

/** A person with a mouse or a finger. */
export function withPointer(page: Page): User {
  return {
    ...createReader(page),
    activate: (text) =>
      page
        .locator('.area-head :is(a, button), main :is(a, button)')
        .filter({ hasText: new RegExp(String.raw`^\s*${text}\s*$`) })
        .first()
        .click(),
    enter: (field, text) => page.locator(`form [name="${field}"]`).fill(text),
  };
}

/** A person with a keyboard alone, who reaches every control by the Tab key. */
export function withKeyboard(page: Page): User {
  const tabTo = async (isReached: () => Promise<boolean>, name: string) => {
    for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
      await page.keyboard.press('Tab');
      if (await isReached()) return;
    }
    throw new Error(`${name} cannot be reached by the keyboard at ${page.url()}.`);
  };
  const isVisible = () => page.evaluate<boolean>('document.activeElement.matches(":focus-visible")');
  return {
    ...createReader(page),
    async activate(text) {
      await tabTo(async () => (await page.evaluate<string>(FOCUSED)) === text, text);
      if (!(await isVisible())) throw new Error(`The focus of ${text} is not visible.`);
      await page.keyboard.press('Enter');
    },
    async enter(field, text) {
      const focusedField = 'document.activeElement?.getAttribute("name")';
      await tabTo(async () => (await page.evaluate<string>(focusedField)) === field, field);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
  };
}

function createReader(page: Page): Pick<User, 'page' | 'arrive'> {
  page.setDefaultTimeout(WAIT_MS);
  return { page, arrive: (heading) => page.locator('h1', { hasText: heading }).waitFor() };
}

/** The values in the fields of a form. */
export async function readForm(page: Page, names: readonly string[]): Promise<Record<string, string>> {
  const valueOf = (name: string) => page.locator(`form [name="${name}"]`).inputValue();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await valueOf(name)] as const)),
  );
}
