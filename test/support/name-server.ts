import { createSocket } from 'node:dgram';

/** A private name server on loopback that knows some names, denies some and is silent about the rest. */
export interface NameServer {
  /** Its address and port, as settings take it. */
  readonly address: string;
  /** Names asked for so far, each once for each question. */
  readonly asked: () => string[];
  close(): Promise<void>;
}

const A = 1;
const HEADER_BYTES = 12;

/** @param known IPv4 addresses by name; an empty list: there is no such name. Questions about other names get no response. */
export async function startNameServer(known: Readonly<Record<string, readonly string[]>>): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, { address, port }) => {
    const { name, type, end } = questionOf(question);
    asked.push(name);
    const addresses = known[name];
    if (addresses !== undefined) socket.send(responseTo(question.subarray(0, end), type, addresses), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  return {
    address: `127.0.0.1:${port}`,
    asked: () => asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function questionOf(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let size = message.readUInt8(at); size > 0; size = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** The question with its answers (RFC 1035 4.1): no error and no data for another type, NXDOMAIN for an empty list. */
function responseTo(question: Buffer, type: number, addresses: readonly string[]): Buffer {
  const found = type === A ? addresses : [];
  const header = Buffer.from(question);
  header.writeUInt16BE(addresses.length === 0 ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found.length, 6);
  header.writeUInt32BE(0, 8);
  const answers = found.map((address) =>
    Buffer.from([0xc0, HEADER_BYTES, 0, A, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([header, ...answers]);
}
