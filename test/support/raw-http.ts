import { connect } from 'node:net';

/** An answer as it came over the socket. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name; a name sent twice is joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Sends bytes that no HTTP client would, and reads the one answer until the server closes.
 * @param url of the store
 * @param bytes the whole request, which should ask for `Connection: close`
 * @param end whether to close our half after the bytes, as a sender that dies does
 * @throws Error when the connection ends without an answer
 */
export function rawRequest(url: string, bytes: string | Buffer, end = false): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      // Latin-1: each character is one byte, so that a test can write any.
      const sent = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
      if (end) socket.end(sent);
      else socket.write(sent);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that refuses while we still write resets the connection: what came before counts.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const answer = parse(Buffer.concat(chunks).toString('utf8'));
      if (answer) resolve(answer);
      else reject(new Error(`no answer to ${JSON.stringify(bytes.toString('latin1').slice(0, 200))}`));
    });
  });
}

function parse(text: string): RawAnswer | undefined {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1];
  if (end === -1 || status === undefined) return undefined;
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  return { status: Number(status), headers, text: text.slice(end + 4) };
}
