import { type EntityManager } from 'typeorm';
import { type AskingClient, askingClient } from './asking-client';
import { type Replica } from './replica';
import { Replicas } from './replicas';

describe('the replicas', () => {
  let usable: Set<string>;
  let noted: string[];
  let answers: string[];
  let replicas: Replicas;

  /** A replica that reads its own name, or fails without one. */
  const replica = (name: string) =>
    ({
      name,
      get isUsable() {
        return usable.has(name);
      },
      read: () => Promise.resolve(name === 'broken' ? undefined : { result: name }),
    }) as unknown as Replica;
  const isRecent = (client: string) => Promise.resolve(noted.includes(client));
  const note = (client: string) => Promise.resolve(void noted.push(client));
  const work = (_: EntityManager) => Promise.resolve('primary');
  const read = () => replicas.read(work).then((found) => found?.result);
  const as = <T>(client: AskingClient | undefined, act: () => Promise<T>) => askingClient.run(() => client, act);

  beforeEach(() => {
    [usable, noted, answers] = [new Set(['a', 'b']), [], []];
    replicas = new Replicas({
      replicas: ['a', 'b', 'broken'].map(replica),
      heartbeats: { beat: () => Promise.resolve(), removeEnded: () => Promise.resolve() },
      writes: { note, isRecent },
      onRead: (answeredBy) => answers.push(answeredBy),
    });
  });

  it('take turns, those left out that are not usable', async () => {
    expect(new Set([await read(), await read()])).toEqual(new Set(['a', 'b']));
    usable = new Set(['b']);
    expect([await read(), await read()]).toEqual(['b', 'b']);
    usable = new Set();
    expect(await read()).toBeUndefined();
    expect(answers).toEqual(['replica', 'replica', 'replica', 'replica', 'primary']);
  });

  it('tell which of them are asked', () => {
    expect(replicas.asked).toEqual({ a: 1, b: 1, broken: 0 });
  });

  it('leave to the primary what one of them fails to read', async () => {
    usable = new Set(['broken']);
    expect(await read()).toBeUndefined();
    expect(answers).toEqual(['primary']);
  });

  it('answer no client that has written or was told of a write, and others', async () => {
    const shop = { id: 'shop', isReading: false };
    await as(shop, () => replicas.wrote());
    await as({ id: 'till', isReading: true }, () => replicas.wrote());
    await as({ id: 'desk', isReading: true }, () => replicas.told());
    expect(noted).toEqual(['shop', 'desk']);
    expect(await as({ id: 'shop', isReading: true }, read)).toBeUndefined();
    expect(await as({ id: 'desk', isReading: true }, read)).toBeUndefined();
    expect(await as({ id: 'till', isReading: true }, read)).toBeDefined();
  });

  it('answer work that no request waits for, and no public client, whose buyers share it', async () => {
    const page = { id: null, isReading: true };
    expect(await as(undefined, read)).toBeDefined();
    expect(await as(page, read)).toBeUndefined();
    await as(undefined, () => replicas.wrote());
    await as({ ...page, isReading: false }, () => replicas.wrote());
    await as(page, () => replicas.told());
    expect(noted).toEqual([]);
  });
});
