/** A block of a stream: an event, or a comment with the position reached. */
export interface Block {
  readonly id?: string;
  readonly data?: string;
}

/** Characters of one block: an event is below 1 MiB. A longer one is no stream of the store. */
const MOST = 4 * 1024 * 1024;

/**
 * The blocks of a stream of Server-Sent Events, until it ends or the signal is aborted.
 * @param silenceMs a stream that sends nothing for so long is broken
 * @throws Error when it is silent, or a block has no end
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
  signal: AbortSignal,
): AsyncGenerator<Block, void, undefined> {
  const reader = body.getReader();
  // The signal of the request does not suffice: Node 20 forgets it when the request is garbage.
  const stop = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), silenceMs);
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      if (text.length > MOST) throw new Error('The stream sent a block without an end');
      yield* blocks.map(readBlock);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readBlock(text: string): Block {
  const fields = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
    const before = name === 'data' ? fields.get(name) : undefined;
    fields.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  const [id, data] = [fields.get('id'), fields.get('data')];
  return { ...(id === undefined ? {} : { id }), ...(data === undefined ? {} : { data }) };
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The stream was silent for too long')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
