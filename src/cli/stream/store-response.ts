/** A response of the store that is no success. */
export class StoreRefused extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Whole seconds of `Retry-After`; NaN without one. */
    readonly retryAfter: number,
  ) {
    super(message);
    this.name = new.target.name;
  }

  /** Whether the same request may succeed later. */
  get isPassing(): boolean {
    return this.status >= 500 || [408, 425, 429].includes(this.status);
  }
}

/** Characters of a message that are shown. */
const MAX_SHOWN = 300;

/** Sends a request to the store. @throws StoreRefused unless it succeeds; TypeError when the store is not reached */
export async function fetchFrom(url: string, init: RequestInit): Promise<Response> {
  // A redirect would carry the token to another address, or turn a POST into a GET.
  const response = await fetch(url, { ...init, redirect: 'manual' });
  if (response.status === 200) return response;
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
  throw new StoreRefused(response.status, await messageOf(response), retryAfter);
}

async function messageOf(response: Response): Promise<string> {
  const place = response.headers.get('location');
  if (place !== null) return `${response.status}: the store is at ${place}`;
  try {
    const { error, errors } = (await response.json()) as { error?: unknown; errors?: Record<string, string[]> };
    const text =
      typeof error === 'string'
        ? error
        : Object.values(errors ?? {})
            .flat()
            .join('; ');
    return `${response.status}: ${text}`.slice(0, MAX_SHOWN);
  } catch {
    return `${response.status} ${response.statusText}`;
  }
}
