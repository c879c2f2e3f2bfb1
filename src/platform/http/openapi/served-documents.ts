import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type INestApplication } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { dump } from 'js-yaml';
import { SCOPES } from '../../../kernel/scopes';
import { tagOfJson } from '../../database/rows/entity-tag';
import { VERSION } from '../../version';
import { baseUrl } from '../fields/request-values';
import { DEFAULT_SERVER } from './openapi';
import { type StoreValues, withStoreValues } from './store-examples';

/** A file as it is sent: plain, compressed and with its tag. */
interface Packed {
  readonly type: string;
  readonly plain: Buffer;
  readonly compressed: Buffer;
  readonly tag: string;
}

/** Documents that are kept, one for each address that the store is asked under. Each holds 1 MB. */
const MAX_DOCUMENTS = 8;

/** The document in its forms, by their paths. A store may be asked under any address: that is put in when it is sent. */
const FORMS: Readonly<Record<string, (document: object) => string>> = {
  '/openapi.json': (document) => JSON.stringify(document),
  '/openapi.yaml': (document) => dump(document, { skipInvalid: true, noRefs: true }),
};

const PAGES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;
const START = 'start.js';
/** Other pages of another version have another address. */
const FOR_EVER = 'public, max-age=31536000, immutable';

async function pack(text: string | Buffer, type: string): Promise<Packed> {
  const plain = Buffer.from(text);
  return { type, plain, compressed: await promisify(gzip)(plain), tag: tagOfJson(plain.toString('latin1')) };
}

/** Sends a file, or 304 to who has it. */
function send(request: Request, response: Response, { type, plain, compressed, tag }: Packed, keep: string): void {
  const isCompressed = request.acceptsEncodings('gzip', 'identity') === 'gzip';
  response.vary('Accept-Encoding').type(type).setHeader('Cache-Control', keep);
  response.setHeader('ETag', isCompressed ? `W/${tag}` : tag);
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
  response.send(isCompressed ? compressed : plain);
}

/** Returns what `make` resolved to for a key; keeps the last `most` of them. What fails is made again. */
function kept<T>(most: number): (key: string, make: () => Promise<T>) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key, make) => {
    const found = known.get(key) ?? make();
    found.catch(() => known.delete(key));
    known.delete(key);
    known.set(key, found);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return found;
  };
}

type Get = (path: string, answer: (request: Request, response: Response) => Promise<void>) => unknown;

/**
 * Serves the document at `/openapi.json` and `/openapi.yaml` with the address of the store and examples that it takes, and its
 * pages at `/docs`.
 */
export function serveOpenApi(
  app: INestApplication,
  document: () => OpenAPIObject,
  valuesOf: () => Promise<StoreValues>,
): void {
  const adapter = app.getHttpAdapter();
  const get: Get = (path, answer) => adapter.get(path, answer);
  const [texts, documents] = [kept<string>(Object.keys(FORMS).length), kept<Packed>(MAX_DOCUMENTS)];
  for (const [path, write] of Object.entries(FORMS)) {
    get(path, async (request, response) => {
      const [values, base] = [await valuesOf(), baseUrl(request)];
      const key = JSON.stringify([path, values]);
      const packed = await documents(`${key} ${base}`, async () => {
        const text = await texts(key, async () => write(withStoreValues(document(), values)));
        return pack(text.replaceAll(DEFAULT_SERVER, base), extname(path));
      });
      send(request, response, packed, 'no-cache');
    });
  }
  serveMetadata(get);
  servePages(get);
}

/** Tells OAuth2 clients where tokens come from (RFC 8414). */
function serveMetadata(get: Get): void {
  get('/.well-known/oauth-authorization-server', async (request, response) => {
    const issuer = baseUrl(request);
    response.json({
      issuer,
      token_endpoint: `${issuer}/oauth/access_token`,
      response_types_supported: [],
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      scopes_supported: SCOPES,
      service_documentation: `${issuer}/docs`,
    });
  });
}

function servePages(get: Get): void {
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  const files = kept<Packed>(PAGES.length + 2);
  for (const file of PAGES) {
    get(`/docs/${file}`, async (request, response) => {
      const packed = await files(file, async () => pack(await readFile(join(folder, file)), extname(file)));
      send(request, response, packed, 'v' in request.query ? FOR_EVER : 'no-cache');
    });
  }
  get(`/docs/${START}`, async (request, response) =>
    send(request, response, await files(START, () => pack(SCRIPT, '.js')), 'no-cache'),
  );
  get('/docs', async (request, response) => {
    const below = request.path.endsWith('/') ? './' : './docs/';
    send(request, response, await files(below, () => pack(pageWith(below), '.html')), 'no-cache');
  });
}

const SCRIPT = `window.ui = SwaggerUIBundle({
  url: new URL('../openapi.json', document.currentScript.src).href,
  dom_id: '#pages',
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  docExpansion: 'none',
  filter: true,
});
`;

/** @param below where the files are, from the address of the page */
const pageWith = (below: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>storekeeper API</title>
<link rel="stylesheet" href="${below}swagger-ui.css?v=${VERSION}">
<link rel="icon" href="${below}favicon-32x32.png?v=${VERSION}">
<div id="pages"></div>
<script src="${below}swagger-ui-bundle.js?v=${VERSION}"></script>
<script src="${below}${START}"></script>
</html>
`;
