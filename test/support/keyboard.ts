import { type Page } from 'playwright-core';
import { inPage } from './console-visit';

/** Steps from one end of the longest page to the other. */
const MAX_STEPS = 150;

/**
 * Returns the name of the focused element, and whether it looks other than a copy of it without the focus.
 * A switch shows the focus beside its input, so its surroundings count.
 */
const FOCUS = `(async () => {
  const focused = document.activeElement;
  await Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished));
  const text = (element) => (element?.innerText ?? '').trim().replace(/\\s+/g, ' ');
  const name = focused.getAttribute('aria-label') || text(focused.labels?.[0]) || text(focused);
  const around = focused.closest('.mantine-InputWrapper-root') ?? (focused.matches('input') ? focused.parentElement : focused);
  const copy = around.cloneNode(true);
  // A second radio button of the same name would take the choice from the first.
  for (const named of copy.querySelectorAll('[name]')) named.removeAttribute('name');
  around.after(copy);
  const look = (root) => [root, ...root.querySelectorAll('*')].map((element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderTopColor, backgroundColor } = getComputedStyle(element);
    return [outlineStyle, outlineWidth, outlineStyle === 'none' ? '' : outlineColor, boxShadow, borderTopColor, backgroundColor].join();
  });
  const [now, without] = [look(around), look(copy)];
  copy.remove();
  const { top, bottom, width } = around.getBoundingClientRect();
  const isOnScreen = width > 0 && bottom > 0 && top < innerHeight;
  return { name, isVisible: isOnScreen && now.some((style, at) => style !== without[at]) };
})()`;

/** A person at a page without a mouse. Sees where the focus is at each step. */
export class Keyboard {
  /** Names of focused elements that did not look so. */
  readonly unseen: string[] = [];

  constructor(private readonly page: Page) {}

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Puts a text in place of the one in the focused field. */
  async fill(text: string): Promise<void> {
    await this.press('Control+a');
    await this.type(text);
  }

  /** Presses Tab until the focus is on an element. @throws Error when it never is */
  async tabTo(name: string | RegExp): Promise<void> {
    const seen: string[] = [];
    for (let step = 0; step < MAX_STEPS; step += 1) {
      await this.press('Tab');
      const focus = (await inPage(this.page, FOCUS)) as { name: string; isVisible: boolean };
      if (!focus.isVisible) this.unseen.push(focus.name);
      if (typeof name === 'string' ? focus.name === name : name.test(focus.name)) return;
      seen.push(focus.name);
    }
    throw new Error(`no Tab leads to ${String(name)}: ${seen.join(' | ')}`);
  }
}
