import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { type ErrorKind } from '../../../src/kernel/errors';

/** The repository. */
export const ROOT = resolve(__dirname, '../../..');

/** A concrete class of error, as its source declares it. */
export interface ErrorClass {
  readonly name: string;
  /** Its file, from the root of the repository. */
  readonly file: string;
  /** Undefined when it is no literal. */
  readonly code: string | undefined;
  /** Undefined when no class it descends from has a literal kind. */
  readonly kind: ErrorKind | undefined;
  /** The message with `{name}` for what differs from case to case; undefined when it is made elsewhere. */
  readonly message: string | undefined;
  /** Its doc comment as one line; empty without one. */
  readonly when: string;
  /** Literal seconds of `Retry-After`, `{name}` when they differ, undefined without. */
  readonly retryAfter: string | undefined;
}

interface Declared {
  readonly node: ts.ClassDeclaration;
  readonly source: ts.SourceFile;
  readonly parent: string | undefined;
}

/** Every TypeScript file below a folder, tests left out. */
export function sourcesBelow(folder: string): ts.SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .sort()
    .map((path) => join(folder, path))
    .map((file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true));
}

/**
 * Every class below `StoreError` that can be thrown, by its code.
 * @param sources of all files that may hold one; classes are told apart by name
 */
export function errorClasses(sources: readonly ts.SourceFile[]): ErrorClass[] {
  const declared = new Map(sources.flatMap(classesOf));
  return [...declared.values()]
    .filter((it) => lineage(it, declared).some(({ node }) => node.name?.text === 'StoreError'))
    .filter(({ node }) => !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword))
    .map((it) => describe(it, declared))
    .sort((a, b) => (a.code ?? '').localeCompare(b.code ?? '') || a.name.localeCompare(b.name));
}

function classesOf(source: ts.SourceFile): [string, Declared][] {
  return source.statements.filter(ts.isClassDeclaration).map((node) => {
    const base = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
    return [node.name?.text ?? '', { node, source, parent: base?.expression.getText() }];
  });
}

/** The class itself, its parent and so on, as far as their sources are known. */
function lineage(it: Declared, declared: ReadonlyMap<string, Declared>): Declared[] {
  const parent = it.parent === undefined ? undefined : declared.get(it.parent);
  return parent === undefined ? [it] : [it, ...lineage(parent, declared)];
}

function describe(it: Declared, declared: ReadonlyMap<string, Declared>): ErrorClass {
  const family = lineage(it, declared);
  const initial = (name: string): ts.Expression | undefined =>
    family.map(({ node }) => initializer(node, name)).find((found) => found !== undefined);
  return {
    name: it.node.name?.text ?? '',
    file: relative(ROOT, it.source.fileName),
    code: literal(initializer(it.node, 'code')),
    kind: literal(initial('kind')) as ErrorKind | undefined,
    message: message(it.node),
    when: docOf(it.node),
    retryAfter: isParameter(it.node, 'retryAfter') ? '{seconds}' : initial('retryAfter')?.getText(),
  };
}

function initializer(node: ts.ClassDeclaration, name: string): ts.Expression | undefined {
  return node.members.filter(ts.isPropertyDeclaration).find((member) => member.name.getText() === name)?.initializer;
}

function literal(node: ts.Expression | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteral(node) ? node.text : undefined;
}

function constructorOf(node: ts.ClassDeclaration): ts.ConstructorDeclaration | undefined {
  return node.members.find(ts.isConstructorDeclaration);
}

function isParameter(node: ts.ClassDeclaration, name: string): boolean {
  return constructorOf(node)?.parameters.some((parameter) => parameter.name.getText() === name) ?? false;
}

function message(node: ts.ClassDeclaration): string | undefined {
  const calls = descendants(constructorOf(node)?.body).filter(ts.isCallExpression);
  const argument = calls.find(({ expression }) => expression.kind === ts.SyntaxKind.SuperKeyword)?.arguments[0];
  const text = descendants(argument).find((part) => ts.isStringLiteral(part) || ts.isTemplateLiteral(part));
  return text === undefined ? undefined : textOf(text);
}

/** A node and all below it, in the order of the text; the name of a property is no value. */
function descendants(node: ts.Node | undefined): ts.Node[] {
  if (node === undefined) return [];
  const parts: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    const isName = ts.isPropertyAssignment(node) && child === node.name;
    if (!isName) parts.push(...descendants(child));
  });
  return [node, ...parts];
}

function textOf(node: ts.Node): string {
  if (!ts.isTemplateExpression(node)) return ts.isStringLiteralLike(node) ? node.text : '';
  const spans = node.templateSpans.map(({ expression, literal: tail }) => `{${rootOf(expression)}}${tail.text}`);
  return node.head.text + spans.join('');
}

/** `allowed` of `allowed.join(', ')`: the name a reader can make sense of. */
function rootOf(node: ts.Expression): string {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return rootOf(node.expression);
  return ts.isIdentifier(node) ? node.text : '…';
}

function docOf(node: ts.ClassDeclaration): string {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = doc === undefined ? '' : (ts.getTextOfJSDocComment(doc.comment) ?? '');
  return text
    .replace(/\{@link (\w+)\}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
