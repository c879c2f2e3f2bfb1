/**
 * `node test/support/lint-openapi.mjs <document>`: what Redocly's recommended rules say of an OpenAPI document, one line a
 * problem; fails when there is any, warnings included. A process of its own because the linter is an ES module.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const file = resolve(process.argv[2] ?? 'openapi.json');
/** Each rule that is off, with its reason. */
const rules = {
  // The paths are those of the v1 clients: /v1/customers/groups/{group_id} beside /v1/customers/{customer_id}/addresses.
  // Ids are numbers, so that no request is really ambiguous.
  'no-ambiguous-paths': 'off',
};
const config = await createConfig({ extends: ['recommended'], rules });
const problems = await lintFromString({ source: readFileSync(file, 'utf8'), absoluteRef: file, config });
for (const { severity, ruleId, message, location } of problems) {
  console.log(`${severity} ${ruleId} ${location[0]?.pointer ?? ''}: ${message.split('\n')[0]}`);
}
if (problems.length > 0) process.exitCode = 1;
else console.log('The document is clean.');
