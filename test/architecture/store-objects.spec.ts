import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { getMetadataArgsStorage } from 'typeorm';
import ts from 'typescript';
import { NestFactory } from '@nestjs/core';
import { entities } from '../../src/app/entities';
import { WorkerModule } from '../../src/app/worker.module';
import { VersionedRow } from '../../src/platform/database/rows/store-object';
import { StoreObjects } from '../../src/platform/events/store-objects';
import { startStore, testConfig, type TestStore } from '../support/store';

const SRC = resolve(__dirname, '../../src');

/** Entities whose changes make no events, each with the reason (webhooks.md 1). A new entity is a store object, or is added here. */
const NO_OBJECTS: Readonly<Record<string, string>> = {
  AccessRevision: 'a mark: tokens were revoked',
  AccessToken: 'a token',
  ApiClient: 'a client',
  BacktestOrder: 'what a back-test found',
  BacktestUse: 'a ledger of what a back-test counts',
  CartCheckout: 'a mark: what a cart was checked out as',
  CartItem: 'a line, part of its cart',
  ClientWrite: 'a mark: a client has written',
  ConsoleCode: 'a secret',
  ConsoleSession: 'a browser that is signed in',
  CustomerPassword: 'a secret',
  CustomerToken: 'a token',
  EventEpoch: 'a counter: how often a subscriber was added',
  EventPosition: 'a counter of the event log',
  FeedConsumer: 'a reader of the event log: an event of each position would never end',
  EventRow: 'the events themselves',
  FileContent: 'bytes that files share, part of their records',
  FileRemoval: 'bytes that are to be removed',
  IdempotencyRecord: 'stored answers',
  Job: 'work that is under way; what it makes tells of itself',
  JobPart: 'input of a job',
  BucketValueCount: 'counts of a block, changed by statements',
  CountedFields: 'fields that lists count, written by migrations',
  CountBucket: 'a counter, changed by one statement',
  OrderDiscount: 'frozen with its order',
  OrderNote: 'a remark for those who work on an order, for nobody else',
  OrderNumberSequence: 'a counter: how far numbers were given out',
  OrderStatusChange: 'the history of an order, part of its record',
  OrderStock: 'a ledger',
  ReplicaHeartbeat: 'a counter: how old a replica is',
  RetentionRun: 'a record of work, for operators',
  StorefrontOrder: 'a mark: which token an order was made with',
  ProductModifier: 'part of its product',
  ProductVariation: 'part of its product',
  TakenSku: 'keeps skus apart, part of products and variations',
  ProductStock: 'a counter, changed by one statement',
  PromotionCode: 'there may be millions, made by one request',
  PromotionBudget: 'a counter, changed by one statement',
  PromotionCounter: 'a counter, changed by one statement',
  PromotionCustomerCounter: 'a counter, changed by one statement',
  PromotionRedemption: 'a ledger',
  SettingsRevision: 'a counter: how often settings were edited',
  PromotionRevision: 'a counter: how often promotions were edited',
  StatisticsChange: 'a mark: what is to be counted',
  StatisticsDay: 'a counter: sums of entries',
  StatisticsEntry: 'a mark: what an object was counted as',
  StatisticsWalk: 'a counter: how far objects were walked over',
  WebhookAttempt: 'an attempt',
  WebhookDelivery: 'a delivery',
  WebhookHealth: 'a counter, changed by one statement',
  WebhookLaneEntry: 'the turn of a delivery',
  WebhookWorkerRow: 'a sign of life, changed by one statement',
  WorkerLease: 'who does what, for seconds',
};

function sources(folder = SRC): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /(?<!\.spec)\.ts$/.test(entry.name) ? [path] : [];
  });
}

/** Methods that write rows without loading them: the subscriber gets neither their ids nor what they were. */
const BULK = new Set(['update', 'delete', 'upsert', 'increment', 'decrement', 'softDelete', 'restore', 'clear']);
/** Methods that give a query builder, a repository or an upsert its entity. */
const BUILDERS = new Set(['createQueryBuilder', 'getRepository', 'from', 'into', 'withRepository']);

/** Writes of store objects in a source that the subscriber would not see whole, as `line: text`. */
function bulkWrites(source: string, classes: ReadonlySet<string>, tables: ReadonlySet<string>): string[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const note = (node: ts.Node): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${line + 1}: ${node.getText().replace(/\s+/g, ' ').slice(0, 80)}`);
  };
  const rawWrite = new RegExp(
    `\\b(?:update|delete\\s+from|insert\\s+into|replace\\s+into)\\s+\\\\?[\`"]?(${[...tables].join('|')})\\b`,
    'i',
  );
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isBulkCall(node, classes)) note(node);
    if ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && rawWrite.test(node.getText())) note(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** `tx.update(Order, …)`, `….createQueryBuilder(Order).update(…)`, `….delete().from(Order)`. */
function isBulkCall(node: ts.CallExpression, classes: ReadonlySet<string>): boolean {
  if (!ts.isPropertyAccessExpression(node.expression)) return false;
  const { name, expression: before } = node.expression;
  const isNamed = node.arguments.some((argument) => ts.isIdentifier(argument) && classes.has(argument.text));
  if (BULK.has(name.text)) return isNamed || buildsUpon(before, classes);
  return name.text === 'from' && isNamed && follows(node, 'delete');
}

/** Whether a chain of calls began with a builder of a store object. */
function buildsUpon(node: ts.Expression, classes: ReadonlySet<string>): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const isBuilder = BUILDERS.has(node.expression.name.text);
  const names = node.arguments.filter(ts.isIdentifier).map(({ text }) => text);
  return (isBuilder && names.some((name) => classes.has(name))) || buildsUpon(node.expression.expression, classes);
}

/** Whether the call right before this one in a chain has that name: `.delete().from(…)`. */
function follows(node: ts.CallExpression, name: string): boolean {
  const before = ts.isPropertyAccessExpression(node.expression) ? node.expression.expression : undefined;
  if (before === undefined || !ts.isCallExpression(before)) return false;
  return ts.isPropertyAccessExpression(before.expression) && before.expression.name.text === name;
}

describe('store objects (webhooks.md 1)', () => {
  let store: TestStore;
  beforeAll(async () => (store = await startStore('sqlite::memory:')));
  afterAll(() => store.close());

  const kinds = (): Map<string, string> => {
    const all = [...store.app.get(StoreObjects).all()] as [new () => unknown, { object: string }][];
    return new Map(all.map(([entity, { object }]) => [entity.name, object]));
  };

  it('are every entity but those on the list', () => {
    const objects = [...kinds().keys()];
    const names = entities.map(({ name }) => name);
    expect([...objects, ...Object.keys(NO_OBJECTS)].sort()).toEqual(names.sort());
    expect(objects.filter((name) => name in NO_OBJECTS)).toEqual([]);
  });

  it('are known to a worker process as well, which decides who receives their events', async () => {
    const module = WorkerModule.forRoot(testConfig('sqlite::memory:'));
    const worker = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
    const [api, own] = [store.app, worker].map((app) => app.get(StoreObjects));
    expect(own?.eventTypes().sort()).toEqual(api?.eventTypes().sort());
    expect(own?.objects().map((object) => own.audienceOf(object, '').scope)).not.toContain(undefined);
    await worker.close();
  });

  it('have a version, and each a word of its own', () => {
    const registered = [...kinds().keys()];
    const versioned = entities.filter(({ prototype }) => prototype instanceof VersionedRow).map(({ name }) => name);
    expect(versioned.sort()).toEqual(registered.sort());
    expect(new Set(kinds().values()).size).toBe(registered.length);
  });

  it('are never written in bulk', () => {
    const classes = new Set(kinds().keys());
    const tables = new Set(
      getMetadataArgsStorage()
        .tables.filter(({ target }) => typeof target === 'function' && classes.has(target.name))
        .map(({ name }) => name ?? ''),
    );
    expect(tables.size).toBe(classes.size);
    // A migration gives a new column of the rows there are its value: their shape changes, and no object with it.
    const scanned = sources().filter((path) => !path.startsWith(join(SRC, 'app', 'migrations')));
    const found = scanned.flatMap((path) =>
      bulkWrites(readFileSync(path, 'utf8'), classes, tables).map((write) => `${relative(SRC, path)}:${write}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    'tx.update(Order, { id }, { status })',
    'await manager.delete(Order, ids);',
    'tx.upsert(Order, rows, ["id"])',
    "tx.increment(Order, { id }, 'total', 1)",
    'tx.createQueryBuilder().update(Order).set({ status }).execute()',
    "tx.createQueryBuilder(Order, 'row').where({ id }).update({ status })",
    'tx.createQueryBuilder().delete().from(Order)',
    'source.getRepository(Order).delete({ id })',
    "manager.query('UPDATE orders SET status = ?', [status])",
    'manager.query(`DELETE FROM \\`orders\\` WHERE id = ${id}`)',
  ])('would be found: %s', (source) => {
    expect(bulkWrites(source, new Set(['Order']), new Set(['orders']))).toHaveLength(1);
  });

  it.each([
    'tx.update(WebhookDelivery, { id }, { state })',
    'tx.insert(Order, row); tx.save(order); tx.remove(order);',
    "manager.query('SELECT * FROM orders')",
    "map.delete('orders')",
    "tx.createQueryBuilder(Order, 'row').where({ id }).getMany()",
  ])('would be left alone: %s', (source) => {
    expect(bulkWrites(source, new Set(['Order']), new Set(['orders']))).toEqual([]);
  });
});
