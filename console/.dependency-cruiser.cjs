/**
 * Import rules of the console. They are in a file of their own because its types resolve by another `tsconfig.json`. For each,
 * `test/architecture/console-import-rules.spec.ts` plants what it forbids and sees it caught.
 */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'A cycle hides the direction of the data flow. Type-only cycles count too.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'features-do-not-import-each-other',
      severity: 'error',
      comment: 'Features meet in addresses: a page links to another by its path. What two of them need is in shared/.',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'features-know-no-app',
      severity: 'error',
      comment: 'The app knows its features, not the other way round.',
      from: { path: '^src/features/' },
      to: { path: '^src/(app/|main\\.tsx$)' },
    },
    {
      name: 'shared-is-below',
      severity: 'error',
      comment: 'shared/ knows no subject.',
      from: { path: '^src/shared/' },
      to: { path: '^src/(app|features)/|^src/main\\.tsx$' },
    },
    {
      name: 'shared-in-order',
      severity: 'error',
      comment: 'Within shared/, imports go down: ui, api, format, text.',
      from: { path: '^src/shared/(text|format|api)/' },
      to: { path: '^src/shared/ui/' },
    },
    {
      name: 'texts-are-lowest',
      severity: 'error',
      comment: 'Within shared/, imports go down: ui, api, format, text.',
      from: { path: '^src/shared/(text|format)/' },
      to: { path: '^src/shared/api/' },
    },
    {
      name: 'app-takes-registered-features',
      severity: 'error',
      comment: 'A feature is registered by one line; nothing else names it.',
      from: { path: '^src/(app/|main\\.tsx$)', pathNot: '^src/app/registered-features\\.ts$' },
      to: { path: '^src/features/' },
    },
    {
      name: 'pages-are-lazy',
      severity: 'error',
      comment: 'The description of a feature is in the first script; its pages are loaded when they are shown.',
      from: { path: '^src/features/[^/]+/[^/]+\\.feature\\.ts$' },
      to: { path: '^src/features/', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'heavy-libraries-are-lazy',
      severity: 'error',
      comment: 'The chart and the editor are larger than a page: only the file that is loaded for them imports them.',
      from: { pathNot: '^src/shared/ui/(code-mirror|u-plot)\\.tsx$' },
      to: { path: '(^|node_modules/)(@codemirror/|uplot(/|$))' },
    },
    {
      name: 'only-the-client-speaks-to-the-store',
      severity: 'error',
      comment:
        'A page reads and changes by `store` of shared/api/store.ts; others take types and errors of the client.',
      from: { path: '^src/' },
      to: { path: '^[.][.]/(src|test)/|(^|node_modules/)(openapi-fetch|undici)(/|$)' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'Dead code.',
      from: { orphan: true, pathNot: '\\.d\\.ts$' },
      to: {},
    },
    {
      name: 'no-barrels',
      severity: 'error',
      comment: 'index.ts files hide the edge and make cycles.',
      from: {},
      // Two patterns: one with an optional group is refused as unsafe.
      to: { path: ['^src/index\\.tsx?$', '^src/.*/index\\.tsx?$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type imports are edges too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
