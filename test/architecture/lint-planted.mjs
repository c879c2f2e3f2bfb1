/**
 * Lints texts that are not on disk with the project's own configuration. In a process of its own: ESLint loads an ES module
 * configuration, which Jest's sandbox cannot. Reads `[{ file, text }]` from stdin, writes the rule ids of each text.
 */
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { ESLint } from 'eslint';

const plants = JSON.parse(await text(process.stdin));
// Typed rules need a program: files that do not exist are given the project's compiler options.
const virtual = new Set(plants.map(({ file }) => file).filter((file) => !existsSync(file)));
const projectService = { allowDefaultProject: [...virtual], defaultProject: 'tsconfig.json' };
const parserOptions = {
  projectService: { ...projectService, maximumDefaultProjectFileMatchCount_THIS_WILL_SLOW_DOWN_LINTING: 100 },
};
const eslint = new ESLint({ overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions } } });
const found = [];
for (const { file, text } of plants) {
  const [result] = await eslint.lintText(text, { filePath: file });
  // A message without a rule is about the file itself: it does not parse, or it has an unused directive.
  found.push(result.messages.map(({ ruleId, message }) => ruleId ?? message));
}
process.stdout.write(JSON.stringify(found));
