import { request } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { selfSignedCertificate } from './certificate';

/** A proxy with a certificate before a store, as `deploy/proxy` is: clients of v1 speak HTTPS alone. */
export interface TlsFront {
  /** Host and port. */
  readonly host: string;
  close(): Promise<void>;
}

/** Starts one on a free port. @param url that of the store */
export async function startTlsFront(url: string): Promise<TlsFront> {
  const { hostname, port } = new URL(url);
  const server = createServer(selfSignedCertificate('127.0.0.1', '400101'), (asked, answer) => {
    const { method, url: path, headers } = asked;
    const passed = request({ hostname, port, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      pipeline(response, answer, () => undefined);
    });
    passed.on('error', () => answer.destroy());
    pipeline(asked, passed, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
