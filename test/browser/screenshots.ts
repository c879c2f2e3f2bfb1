import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BrowserContextOptions, type Page } from 'playwright-core';
import { SeededConsole, settled } from '../support/seeded-console';

/**
 * Pictures of every page of the console on a shop of `store seed`, to be looked at (console.md 15). `npm run screenshots` writes them
 * below `screenshots/`; `npm run screenshots -- readme` writes the three of README to `docs/images/`.
 */
const ORDERS = 300;
const NARROW = 360;

interface Look {
  readonly folder: string;
  readonly options: BrowserContextOptions;
}

const screen = (width: number, height = 900): Pick<BrowserContextOptions, 'viewport'> => ({
  viewport: { width, height },
});

const LOOKS: readonly Look[] = [
  { folder: 'light', options: { ...screen(1280), colorScheme: 'light' } },
  { folder: 'dark', options: { ...screen(1280), colorScheme: 'dark' } },
  { folder: 'narrow', options: { ...screen(NARROW, 740), colorScheme: 'light' } },
  { folder: 'german', options: { ...screen(1280), colorScheme: 'light', locale: 'de-DE' } },
];

/** Steps to the pages in README, by the names of their pictures. */
const README_PAGES: Readonly<Record<string, (page: Page, shop: SeededConsole) => Promise<void>>> = {
  'console-home': (page, shop) => shop.go(page, '/'),
  'console-order': async (page, shop) => {
    await shop.go(page, '/orders');
    await page.locator('tbody a').first().click();
    await page.getByRole('heading', { name: 'Items' }).waitFor();
  },
  'console-promotion': async (page, shop) => {
    await shop.go(page, '/promotions');
    await page.getByRole('link', { name: 'Three cups for two' }).click();
    await page.getByRole('combobox', { name: 'Add a product', exact: true }).fill('cup');
    await page.getByRole('option').first().click();
    await page
      .getByRole('textbox', { name: /^Quantity/ })
      .last()
      .fill('3');
    await page.getByText('takes off').first().waitFor();
    await page.mouse.move(640, 430);
    await page.mouse.wheel(0, 500);
  },
};
const IMAGES = resolve('docs/images');

const nameOf = (path: string): string => path.replaceAll(/[{}]/g, '').replaceAll('/', '-').slice(1) || 'home';

async function takeAll(shop: SeededConsole): Promise<void> {
  const pages = await shop.pages();
  for (const { folder, options } of LOOKS) {
    const into = join('screenshots', folder);
    mkdirSync(into, { recursive: true });
    await shop.visit(options, async (page) => {
      for (const [{ path }, address] of pages) {
        await shop.go(page, address);
        await page.screenshot({ path: join(into, `${nameOf(path)}.png`), fullPage: true });
      }
    });
    process.stdout.write(`${into}: ${pages.length} pages\n`);
  }
}

async function takeForReadme(shop: SeededConsole): Promise<void> {
  mkdirSync(IMAGES, { recursive: true });
  await shop.visit({ ...screen(1280, 860), colorScheme: 'light' }, async (page) => {
    for (const [name, come] of Object.entries(README_PAGES)) {
      await come(page, shop);
      await settled(page);
      await page.screenshot({ path: join(IMAGES, `${name}.png`) });
    }
  });
}

async function main(): Promise<void> {
  const shop = await SeededConsole.open(ORDERS);
  try {
    await (process.argv.includes('readme') ? takeForReadme(shop) : takeAll(shop));
  } finally {
    await shop.close();
  }
}

void main();
