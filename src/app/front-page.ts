import { type ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { type Request, type Response } from 'express';
import { VERSION } from '../platform/version';

/** The links of the front page: label and path. */
const LINKS = [
  ['documentation', '/docs'],
  ['openapi', '/openapi.json'],
  ['health', '/health/ready'],
] as const;
const ABOUT = 'A store over HTTP: the Moltin v1 API. Get an access token with POST /oauth/access_token.';

/** Answers `/` with links: a page for browsers, JSON for programs. */
export function serveFrontPage(app: NestExpressApplication): void {
  const page = pageOf();
  (app.getHttpAdapter() as unknown as ExpressAdapter).get('/', (request: Request, response: Response) => {
    response.vary('Accept');
    // A client that accepts any type, such as curl, gets JSON.
    if (request.accepts(['json', 'html']) === 'html') response.type('html').send(page);
    else response.json({ status: true, result: answer() });
  });
}

function answer(): object {
  return { name: 'storekeeper', version: VERSION, about: ABOUT, links: Object.fromEntries(LINKS) };
}

function pageOf(): string {
  const links = LINKS.map(([name, path]) => `<li><a href="${path}">${name}</a></li>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>storekeeper</title><h1>storekeeper ${VERSION}</h1><p>${ABOUT}</p><ul>${links}</ul></html>\n`;
}
