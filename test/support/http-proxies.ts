import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { selfSignedCertificate } from './certificate';
import { demandProgram, freePort, PrivateServer } from './private-servers';
import { type ProxyName } from './programs.cjs';

const FILES = join(__dirname, '../../deploy/proxy/http');

/** Places of a proxy in a test. */
interface Places {
  readonly folder: string;
  readonly port: number;
  /** `host:port` of two API processes. */
  readonly apis: readonly [string, string];
}

interface Setup {
  readonly file: string;
  /** Fits the shipped file to a test: addresses that no setting takes, and a certificate that signs itself. */
  readonly fitted: (text: string, places: Places) => string;
  readonly command: (program: string, places: Places) => readonly [string, ...string[]];
}

const SETUPS: Readonly<Record<ProxyName, Setup>> = {
  haproxy: {
    file: 'haproxy.cfg',
    fitted: (text) => text,
    command: (program, { folder, port, apis: [one, two] }) => [
      ...(['/usr/bin/env', `STORE_LISTEN=127.0.0.1:${port}`, `STORE_1=${one}`, `STORE_2=${two}`] as const),
      ...[`STORE_CERTIFICATE=${join(folder, 'both.pem')}`, program, '-db', '-f', join(folder, 'haproxy.cfg')],
    ],
  },
  nginx: {
    file: 'nginx.conf',
    fitted: (text, { folder, port, apis: [one, two] }) => {
      const site = text
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replace('api-1:3000', one)
        .replace('api-2:3000', two)
        .replaceAll('/etc/nginx/store', join(folder, 'store'));
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${join(folder, kind)};`,
      );
      return `daemon off; master_process off; pid ${join(folder, 'nginx.pid')}; error_log stderr;
        events {} http { access_log off; ${temporary.join(' ')} ${site} }`;
    },
    command: (program, { folder }) => [program, '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')],
  },
  caddy: {
    file: 'Caddyfile',
    fitted: (text, { folder }) => {
      const certificate = `tls ${join(folder, 'store.crt')} ${join(folder, 'store.key')}`;
      return `{\nadmin off\nauto_https disable_redirects\n}\n${text.replace('} {\n', `} {\n${certificate}\n`)}`;
    },
    command: (program, { folder, port, apis: [one, two] }) => [
      ...(['/usr/bin/env', `STORE_NAME=https://127.0.0.1:${port}`, `STORE_1=${one}`, `STORE_2=${two}`] as const),
      ...[`XDG_DATA_HOME=${folder}`, `XDG_CONFIG_HOME=${folder}`, program, 'run', '--adapter', 'caddyfile'],
      ...['--config', join(folder, 'Caddyfile')],
    ],
  },
};

/** Starts a proxy with its shipped file before two API processes. Resolves when it answers for them. */
export async function startHttpProxy(name: ProxyName, apis: readonly [string, string]): Promise<PrivateServer> {
  const { file, fitted, command } = SETUPS[name];
  const program = demandProgram(name);
  const port = await freePort();
  return PrivateServer.start({
    name,
    port,
    url: () => `https://127.0.0.1:${port}`,
    prepare: (folder) => {
      const { cert, key } = selfSignedCertificate('127.0.0.1', '400101');
      writeFileSync(join(folder, 'store.crt'), cert);
      writeFileSync(join(folder, 'store.key'), key);
      writeFileSync(join(folder, 'both.pem'), cert + key);
      const text = readFileSync(join(FILES, file), 'utf8');
      writeFileSync(join(folder, file), fitted(text, { folder, port, apis }));
      return Promise.resolve();
    },
    command: (folder) => command(program, { folder, port, apis }),
    isReady: async () => (await askThrough(`https://127.0.0.1:${port}/health/ready`)).status === 200,
  });
}

/** A response through a proxy. */
export interface Through {
  readonly status: number;
  readonly body: string;
}

/** Sends a request over TLS and accepts any certificate. @param onText called with each part of the body as it comes */
export function askThrough(
  url: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  onText: (text: string) => void = () => undefined,
): Promise<Through> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, rejectUnauthorized: false, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        onText(part);
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
