import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Pages of a shop on this machine: another origin than the store. */
export interface DemoPages {
  readonly origin: string;
  /** Sets the store of the pages. */
  configure(settings: object): void;
  close(): void;
}

const TYPES: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'style.css': 'text/css',
  'shop.js': 'text/javascript',
  'moltin.js': 'text/javascript',
  'settings.js': 'text/javascript',
};

/**
 * Serves a folder's pages and the client that they use on a free port.
 * @throws Error when the client is not installed
 */
export async function servePages(folder: string): Promise<DemoPages> {
  const made = new Map<string, string | Buffer>([['moltin.js', await readClient()]]);
  const server = createServer(({ url = '' }, response) => {
    const name = /^\/(?:\?.*)?$/.test(url) ? 'index.html' : url.slice(1);
    const type = TYPES[name];
    if (type === undefined) return void response.writeHead(404).end();
    const content = Promise.resolve(made.get(name) ?? readFile(join(folder, name)));
    content.then(
      (body) => response.writeHead(200, { 'content-type': type }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    configure: (settings) => made.set('settings.js', `window.SETTINGS = ${JSON.stringify(settings)};`),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readClient(): Promise<Buffer> {
  try {
    return await readFile(require.resolve('moltin/dist/moltin.js'));
  } catch (cause) {
    throw new Error('The storefront needs the development packages: npm ci', { cause });
  }
}
