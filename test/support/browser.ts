import { chromium, type Browser } from 'playwright-core';
import { findBrowser } from './programs.cjs';

/** Nothing of its own on the network, and no core beside those of the tests. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/** Ends what hangs; a busy machine may take its time. */
export const PATIENCE_MS = 100_000;

/** The browser of a spec file, with a profile that is removed when it is closed. */
export function startBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('chromium is not installed');
  // Chromium's sandbox does not start for root, which containers run as; the pages are our own.
  return chromium.launch({ executablePath, chromiumSandbox: false, args: QUIET, timeout: PATIENCE_MS });
}
