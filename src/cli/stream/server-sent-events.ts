/** A block of a stream: an event, or a comment with the position reached. */
export interface Block {
  readonly id?: string;
  readonly data?: string;
}

/** Characters of one block; an event is far below. A longer one is no stream of a store, and is not kept in memory. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
/** The store sends a comment every 15 seconds: a stream that is silent for three of them is broken. */
const SILENCE_MS = 45_000;

/**
 * Returns the blocks of a stream of Server-Sent Events until it ends. Written here, because parsers of the registry drop
 * the id of a block without data, and that is how the store tells the position.
 * @throws Error when the connection breaks, is silent for 45 seconds, or a block has no end
 */
export async function* readBlocks(body: ReadableStream<Uint8Array>): AsyncGenerator<Block, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await unlessSilent(reader.read());
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      if (text.length > MAX_CHARACTERS) throw new Error('the store sent an event without an end');
      for (const block of blocks) yield readBlock(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readBlock(text: string): Block {
  const lines = text.split('\n');
  const valueOf = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [id, data] = [valueOf('id'), valueOf('data')];
  return { ...(id !== undefined && { id }), ...(data !== undefined && { data }) };
}

async function unlessSilent<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('nothing came for 45 seconds')), SILENCE_MS);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}
