import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { type ErrorClass, errorClasses, ROOT, sourcesBelow } from '../support/generated/error-classes';
import { errorsPage } from '../support/generated/errors-page';

const CODE = /^[a-z]+(_[a-z0-9]+)*(\.[a-z]+(_[a-z0-9]+)*)?$/;
const UNCODED = /^(Error|TypeError|RangeError|\w+Exception)$/;
/** Where what is thrown reaches a caller. */
const CALLER_VISIBLE = /\/src\/modules\/[^/]+\/(http\/.+|.+\.service)\.ts$/;

/** Returns the faults of the classes, each as a sentence. */
function faultsOf(classes: readonly ErrorClass[]): string[] {
  const codes = classes.map(({ code }) => code);
  return classes.flatMap(({ name, code, kind, when }) => [
    ...(code === undefined ? [`${name} has no literal code`] : []),
    ...(code !== undefined && !CODE.test(code) ? [`${name}: ${code} is not subject.what_happened`] : []),
    ...(code !== undefined && codes.filter((other) => other === code).length > 1
      ? [`${name}: ${code} is not unique`]
      : []),
    ...(kind === undefined ? [`${name} has no literal kind`] : []),
    ...(when === '' ? [`${name} has no doc comment`] : []),
  ]);
}

/** Where a file throws what the error filter would answer as a fault of the store. */
function uncodedThrows(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && ts.isThrowStatement(node.parent) && UNCODED.test(node.expression.getText())) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${source.fileName}:${line + 1} throws ${node.expression.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function planted(text: string): ts.SourceFile {
  return ts.createSourceFile('planted.ts', text, ts.ScriptTarget.ES2023, true);
}

const sources = sourcesBelow(join(ROOT, 'src'));
const kernel = sources.filter(({ fileName }) => fileName.endsWith('/kernel/errors.ts'));
const classes = errorClasses(sources);

describe('the errors of the store', () => {
  it('are listed in docs/errors.md as they are in the code (npm run generated)', () => {
    expect(readFileSync(join(ROOT, 'docs/errors.md'), 'utf8')).toBe(errorsPage(classes));
  });

  it('have a unique literal code, a kind and a doc comment each', () => {
    expect(faultsOf(classes)).toEqual([]);
  });

  it('are told apart by the name of their class', () => {
    const names = classes.map(({ name }) => name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('are what services and controllers throw, nothing uncoded', () => {
    const visible = sources.filter(({ fileName }) => CALLER_VISIBLE.test(fileName));
    expect(visible.length).toBeGreaterThan(0);
    expect(visible.flatMap(uncodedThrows)).toEqual([]);
  });
});

describe('the reader of error classes', () => {
  it('finds code, kind, message and meaning, of a grandchild too', () => {
    const file = planted(`
      /** Something is
       *  amiss with {@link It}. */
      export abstract class Amiss extends Invalid {}
      /** Too *few*. */
      export class TooFew extends Amiss {
        readonly code = 'it.too_few';
        override readonly retryAfter = 7;
        constructor(its: string[]) { super({ [field]: its.map((it) => \`\${it.trim()} is few\`) }); }
      }
      /** Late. */
      export class Late extends Conflict {
        readonly code = 'it.late';
        constructor(override readonly retryAfter: number) { super('Too late'); }
      }
      export class Stranger extends Error { readonly code = 'stranger'; }`);
    const found = errorClasses([...kernel, file]).filter(({ file: path }) => path.endsWith('planted.ts'));
    const shared = { file: found[0]?.file };
    expect(found).toEqual([
      {
        ...shared,
        name: 'Late',
        code: 'it.late',
        kind: 'conflict',
        message: 'Too late',
        when: 'Late.',
        retryAfter: '{seconds}',
      },
      {
        ...shared,
        name: 'TooFew',
        code: 'it.too_few',
        kind: 'invalid',
        message: '{it} is few',
        when: 'Too *few*.',
        retryAfter: '7',
      },
    ]);
  });

  it('sees every planted fault', () => {
    const file = planted(`
      export class Nameless extends NotFound { readonly code = 'it.' + 'computed'; }
      /** One. */ export class One extends NotFound { readonly code = 'it.twice'; }
      /** Two. */ export class Two extends NotFound { readonly code = 'it.twice'; }
      /** Odd. */ export class Odd extends StoreError { readonly code = 'Odd Code'; readonly kind = kindOf(1); }`);
    expect(faultsOf(errorClasses([...kernel, file]).filter(({ file: path }) => path.endsWith('planted.ts')))).toEqual([
      'Nameless has no literal code',
      'Nameless has no doc comment',
      'One: it.twice is not unique',
      'Two: it.twice is not unique',
      'Odd: Odd Code is not subject.what_happened',
      'Odd has no literal kind',
    ]);
  });

  it('sees uncoded errors that are thrown, and no others', () => {
    const file = planted(`function f(e: unknown) {
      if (e) throw new Error('x');
      if (e) throw new NotFoundException();
      if (e) throw new OrderNotFound();
      if (e instanceof RangeError) throw e;
    }`);
    expect(uncodedThrows(file)).toEqual(['planted.ts:2 throws Error', 'planted.ts:3 throws NotFoundException']);
  });
});
