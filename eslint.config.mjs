import eslint from '@eslint/js';
import jest from 'eslint-plugin-jest';
import accessibility from 'eslint-plugin-jsx-a11y';
import hooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** A pattern takes a time that grows with its text, never with its square: anything longer is a way to stop the store. */
const patterns = {
  'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
  'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
};

/** The budgets of CONTRIBUTING.md. One that stands in the way of clear code is raised here, with its reason beside it. */
const budgets = {
  'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
  'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true, IIFEs: true }],
  'max-params': ['error', 6],
  'max-depth': ['error', 3],
  complexity: ['error', 10],
};

const syntax = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Time comes from kernel/clock.ts.' },
  { selector: "Identifier[name='forwardRef']", message: 'A forwardRef is an import cycle.' },
  {
    selector: "Identifier.params[typeAnnotation.typeAnnotation.typeName.name='EntityManager']:not(:first-child)",
    message: 'The transaction, or the manager to read with, is the first parameter.',
  },
];

const opening = {
  selector: 'CallExpression[callee.property.name=/^(transaction|startTransaction)$/]',
  message: 'Transactions are opened by Transactions.run (platform/database/connection).',
};

const WRITES = 'data/ holds entities and reads: services, tasks and the folders of workers write.';
/** Writing methods of TypeORM, on the `tx` or `manager` that reads get too. */
const writing = [
  {
    selector:
      'CallExpression[callee.object.name=/^(tx|manager)$/][callee.property.name=/^(insert|update|upsert|delete|remove|save|softDelete|softRemove|increment|decrement)$/]',
    message: WRITES,
  },
  { selector: 'CallExpression[callee.property.name=/^(insert|update|delete)$/][arguments.length=0]', message: WRITES },
  { selector: 'Literal[value=/^\\s*(INSERT|UPDATE|DELETE|REPLACE)\\s/]', message: WRITES },
  { selector: 'TemplateElement[value.raw=/^\\s*(INSERT|UPDATE|DELETE|REPLACE)\\s/]', message: WRITES },
];
const writers = [
  { group: ['**/rows/row-removal', '**/rows/row-changes', '**/rows/computed-insert'], message: WRITES },
  { group: ['**/rows/row-reader'], importNamePattern: '^insert', message: WRITES },
];

const forbidden = {
  'no-console': 'error',
  'no-restricted-globals': ['error', { name: 'event', message: 'Use the parameter.' }],
  'no-restricted-properties': [
    'error',
    { object: 'process', property: 'env', message: 'The environment is read in platform/config only.' },
    { object: 'Date', property: 'now', message: 'Time comes from kernel/clock.ts.' },
    { object: 'Math', property: 'random', message: 'Use node:crypto.' },
  ],
  'no-restricted-syntax': ['error', ...syntax, opening],
};

export default tseslint.config(
  { ignores: ['**/dist/', 'coverage/', 'data/', '**/node_modules/', 'clients/typescript/src/schema.ts'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...budgets,
      ...forbidden,
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/require-await': 'off',
      // Values of drivers and of JSON are unknown; turning them into text is what the store does all day.
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  // A package for others: its transactions, its clock and its console are those of its users.
  {
    files: ['clients/**/*.ts'],
    rules: { 'no-restricted-syntax': 'off', 'no-console': ['error', { allow: ['error'] }] },
  },
  // Pages in a browser: the clock and the console are those of the person in front of it.
  {
    files: ['console/**/*.ts', 'console/**/*.tsx'],
    extends: [hooks.configs.flat.recommended, accessibility.flatConfigs.strict],
    rules: {
      'no-restricted-syntax': 'off',
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Use crypto.' },
        { object: 'process', property: 'env', message: 'A page has no environment.' },
      ],
    },
  },
  // The lines of a component are markup, one attribute each, and its branches parts that are shown or not.
  {
    files: ['console/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 90 }], complexity: ['error', 16] },
  },
  // A table of texts.
  { files: ['console/src/shared/text/{en,de}.ts'], rules: { 'max-lines': 'off' } },
  { files: ['src/**', 'clients/**/*.ts', 'console/**/*.{ts,tsx}'], plugins: { regexp }, rules: patterns },
  { files: ['src/platform/config/**'], rules: { 'no-restricted-properties': 'off' } },
  { files: ['src/platform/database/connection/**'], rules: { 'no-restricted-syntax': ['error', ...syntax] } },
  {
    files: ['src/modules/*/data/**'],
    rules: {
      'no-restricted-syntax': ['error', ...syntax, opening, ...writing],
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: writers }],
    },
  },
  { files: ['src/kernel/clock.ts'], rules: { 'no-restricted-properties': 'off', 'no-restricted-syntax': 'off' } },
  {
    files: ['**/*.controller.ts'],
    rules: {
      'max-lines': ['error', { max: 120 }],
      'no-restricted-imports': [
        'error',
        {
          name: '@nestjs/common',
          importNames: ['Post'],
          message: 'Post of platform/http/post honours Idempotency-Key.',
        },
      ],
    },
  },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts', 'bench/**/*.ts'],
    plugins: { jest },
    rules: {
      ...jest.configs['flat/recommended'].rules,
      'max-lines': ['error', { max: 400 }],
      // A describe block holds its whole table of cases; the budget is for functions that decide something.
      'max-lines-per-function': 'off',
      'no-restricted-properties': 'off',
      'no-restricted-syntax': 'off',
      'jest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'fc.assert'] }],
      'jest/no-disabled-tests': 'error',
      'jest/no-focused-tests': 'error',
    },
  },
  { files: ['bench/**', 'src/cli/**', 'test/support/**'], rules: { 'no-console': 'off', 'jest/no-export': 'off' } },
  {
    files: ['**/*.js', '**/*.cjs', '**/*.mjs'],
    languageOptions: {
      globals: {
        module: 'writable',
        process: 'readonly',
        console: 'readonly',
        require: 'readonly',
        __dirname: 'readonly',
      },
    },
  },
  {
    files: ['examples/**/*.mjs'],
    languageOptions: { globals: { AbortController: 'readonly' } },
  },
  {
    files: ['examples/**/*.js', 'test/browser/*.js'],
    languageOptions: {
      globals: { window: 'readonly', document: 'readonly', location: 'readonly', Moltin: 'readonly' },
    },
  },
);
