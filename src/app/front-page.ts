import { type ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { type Request, type Response } from 'express';
import { type Config } from '../platform/config/config';
import { VERSION } from '../platform/version';

type Links = readonly (readonly [label: string, path: string])[];

const LINKS: Links = [
  ['documentation', '/docs'],
  ['openapi', '/openapi.json'],
  ['health', '/health/ready'],
];
/** For people: the first one, where it is on. */
const CONSOLE: Links = [['console', '/console']];
const ABOUT = 'A store over HTTP: the Moltin v1 API. Get an access token with POST /oauth/access_token.';

/** Answers `/` with links: a page for browsers, JSON for programs. */
export function serveFrontPage(app: NestExpressApplication, { console }: Config): void {
  const links = console.isOn ? [...CONSOLE, ...LINKS] : LINKS;
  const page = pageOf(links);
  (app.getHttpAdapter() as unknown as ExpressAdapter).get('/', (request: Request, response: Response) => {
    response.vary('Accept');
    // A client that accepts any type, such as curl, gets JSON.
    if (request.accepts(['json', 'html']) === 'html') response.type('html').send(page);
    else response.json({ status: true, result: answer(links) });
  });
}

function answer(links: Links): object {
  return { name: 'storekeeper', version: VERSION, about: ABOUT, links: Object.fromEntries(links) };
}

function pageOf(of: Links): string {
  const links = of.map(([name, path]) => `<li><a href="${path}">${name}</a></li>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>storekeeper</title><h1>storekeeper ${VERSION}</h1><p>${ABOUT}</p><ul>${links}</ul></html>\n`;
}
