/** Waits, unless the signal is aborted first. @throws the signal's reason */
export function wait(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(reasonOf(signal));
    const stop = (): void => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Milliseconds before the next attempt: twice as long each time, with up to a half less, so that clients do not come together. */
export function backOff(attempt: number, firstMs: number, mostMs: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return Math.min(firstMs * 2 ** attempt, mostMs) * (1 - random / 2 ** 33);
}

function reasonOf(signal: AbortSignal | null | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('This operation was aborted', 'AbortError');
}
