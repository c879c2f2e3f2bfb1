import { type RefObject, useEffect } from 'react';

/** Below the frame of the console, where a panel comes to rest. */
const TOP = 64;
/** Space below the panel. */
const BELOW = 16;
/** A panel further down is at least this high: below it one scrolls the page. */
const LEAST = 280;

/** Keeps the panel's `--height-left` at the height from its top to the end of the window, so that it scrolls to its last field wherever it stands. */
export function useHeightLeft(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const measure = (): void => {
      const top = Math.max(TOP, panel.current?.getBoundingClientRect().top ?? TOP);
      const left = Math.max(LEAST, innerHeight - top - BELOW);
      panel.current?.style.setProperty('--height-left', `${Math.round(left)}px`);
    };
    measure();
    // Parts above it may come later than the panel.
    const above = new ResizeObserver(measure);
    above.observe(document.body);
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      above.disconnect();
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [panel]);
}
