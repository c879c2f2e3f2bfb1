/**
 * `node test/support/lint-openapi.mjs <document> [redocly | spectral]`: what the recommended rules of these two linters say of
 * an OpenAPI document, one line a problem; fails when there is any, warnings included. A process of its own because Redocly's
 * is an ES module. Spectral is there where the client generators are installed (CONTRIBUTING.md), as one of them needs it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const GENERATORS = resolve(dirname(fileURLToPath(import.meta.url)), '../clients/generators');
/** Each rule that is off, with its reason. */
const rules = {
  // The paths are those of the v1 clients: /v1/customers/groups/{group_id} beside /v1/customers/{customer_id}/addresses.
  // Ids are numbers, so that no request is really ambiguous.
  'no-ambiguous-paths': 'off',
};

async function redocly(file, source) {
  const config = await createConfig({ extends: ['recommended'], rules });
  const problems = await lintFromString({ source, absoluteRef: file, config });
  return problems.map(
    ({ severity, ruleId, message, location }) =>
      `${severity} ${ruleId} ${location[0]?.pointer ?? ''}: ${message.split('\n')[0]}`,
  );
}

async function spectral(file, source) {
  const load = createRequire(resolve(GENERATORS, 'package.json'));
  const { Spectral } = load('@stoplight/spectral-core');
  const { oas } = load('@stoplight/spectral-rulesets');
  const linter = new Spectral();
  linter.setRuleset({ extends: [[oas, 'recommended']] });
  const problems = await linter.run(source);
  // It takes a record in an example for a schema if it has the fields `default` and `format`, as a currency has.
  const isExample = ({ code, path }) => code === 'oas3-valid-schema-example' && path.includes('example');
  const real = problems.filter((problem) => !isExample(problem));
  const severities = ['error', 'warning', 'information', 'hint'];
  return real.map(
    ({ severity, code, path, message }) => `${severities[severity]} ${code} #/${path.join('/')}: ${message}`,
  );
}

const file = resolve(process.argv[2] ?? 'openapi.json');
const source = readFileSync(file, 'utf8');
const linters = { redocly, ...(existsSync(resolve(GENERATORS, 'node_modules')) ? { spectral } : {}) };
const chosen = process.argv[3] === undefined ? Object.keys(linters) : [process.argv[3]];
const found = [];
for (const name of chosen) found.push(...(await linters[name](file, source)));
for (const line of found) console.log(line);
if (found.length > 0) process.exitCode = 1;
else console.log('The document is clean.');
if (process.argv[3] === undefined && !('spectral' in linters)) console.log('Spectral is not installed: left out.');
