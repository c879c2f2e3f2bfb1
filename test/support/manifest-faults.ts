import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const load = createRequire(__filename);
const ROOT = resolve(__dirname, '../..');
/** Path of the checked source; it is never written. */
const VIRTUAL = join(ROOT, 'test', 'support', 'manifests.generated.ts');

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}
type Model = new (data: object) => { validate(): void };

/**
 * Returns the faults that the API of Kubernetes would reject. Its schemas check formats and patterns but accept unknown
 * fields; its types reject those.
 */
export function manifestFaults(manifests: readonly object[]): string[] {
  const typed = manifests as readonly Manifest[];
  return [...typed.flatMap(bySchema), ...byTypes(typed)];
}

const moduleOf = ({ apiVersion, kind }: Manifest): string => `kubernetes-models/${apiVersion}/${kind}`;

function bySchema(manifest: Manifest): string[] {
  try {
    const models = load(moduleOf(manifest)) as Record<string, Model>;
    const model = models[manifest.kind];
    if (model === undefined) return [`no schema for ${manifest.kind}`];
    new model(manifest).validate();
    return [];
  } catch (error) {
    return [`${manifest.kind}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Declares each manifest as a constant of its kind and has the compiler look for what does not fit. */
function byTypes(manifests: readonly Manifest[]): string[] {
  const source = manifests
    .map((manifest, i) => {
      const { kind } = manifest;
      return `import { type I${kind} as Kind${i} } from '${moduleOf(manifest)}';\nexport const m${i}: Kind${i} = ${JSON.stringify(manifest, null, 1)};`;
    })
    .join('\n');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.Node20,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, version) =>
    file === VIRTUAL ? ts.createSourceFile(file, source, version) : read(file, version);
  const program = ts.createProgram([VIRTUAL], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
