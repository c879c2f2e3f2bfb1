import { onEachEngine } from '../support/engines';
import { type Delivery, webhookWorld } from '../support/webhook-world';

const MINUTE = 60_000;

interface Told {
  readonly object_id: string;
  readonly object_version: number;
}

// Three tries, minutes apart, so that a delivery can be given up.
onEachEngine('the ordered lane of a webhook (events.md 14)', (engine) => {
  const world = webhookWorld(engine, { WEBHOOK_SCHEDULE: '0,60,60' });
  const { request, hook, drop, happen, deliveries } = world;
  const begun = Date.now();
  let minutes = 0;
  const holdClocks = (): void => world.delivering.setClock(new Date(begun + minutes * MINUTE));
  beforeEach(holdClocks);
  /** Moves the clocks on beyond the next step of the schedule, and has everything tried that is due. */
  const settleLater = async (): Promise<void> => {
    // An attempt under way would lose its lease to the clock, and be made again.
    await settle();
    minutes += 2;
    await settle();
  };
  const settle = async (): Promise<void> => {
    holdClocks();
    await world.delivering.settled();
  };
  const change = async (brand: string, times = 1): Promise<void> => {
    for (let i = 0; i < times; i += 1)
      await request('PUT', `/v1/brands/${brand}`, { form: { title: `Title ${i}, ${Math.round(performance.now())}` } });
  };
  /** The versions of the calls to a path, in their order, of one object. */
  const versions = (path: string, brand: string): number[] =>
    world.receiver.calls(path).flatMap(({ body }) => {
      const [event] = JSON.parse(body) as [Told];
      return event.object_id === brand ? [event.object_version] : [];
    });
  /** Fails the calls for these versions of the first object that it receives. */
  const failing = (path: string, failed: ReadonlySet<number>): void => {
    let first: string | undefined;
    world.receiver.answer(path, ({ body }) => {
      const [event] = JSON.parse(body) as [Told];
      first ??= event.object_id;
      return event.object_id === first && failed.has(event.object_version) ? 500 : 204;
    });
  };
  const states = async (at: string): Promise<unknown[]> => {
    const list = await deliveries(at, { sort: 'id' });
    return list.reverse().map(({ state, next_attempt_at: next }) => [state, next !== null]);
  };
  const entries = async (id: string): Promise<number> =>
    (await world.delivering.rows('SELECT 1 FROM webhook_lanes WHERE webhook_id = ?', id)).length;
  const byVersion = async (at: string, version: number): Promise<Delivery | undefined> =>
    (await deliveries(at, { sort: 'id' })).reverse()[version - 1];

  it('sends the events of an object one after the other, while those of others go on', async () => {
    const { path, at, id } = await hook({ ordered: 1 });
    const failed = new Set([1]);
    failing(path, failed);
    const [one, other] = [await happen(), await happen()];
    await change(one, 2);
    await change(other);
    await settle();
    expect([versions(path, one), versions(path, other)]).toEqual([[1], [1, 2]]);
    await settleLater();
    expect([versions(path, one), await entries(id)]).toEqual([[1, 1], 3]);
    failed.clear();
    await change(one);
    await settle();
    expect(versions(path, one)).toEqual([1, 1]);
    await settleLater();
    expect([versions(path, one), await entries(id)]).toEqual([[1, 1, 1, 2, 3, 4], 0]);
    await drop(at);
  });

  it('goes on after a delivery that was given up, and takes it back in its place', async () => {
    const { path, at, id } = await hook({ ordered: 1 });
    const failed = new Set([1]);
    failing(path, failed);
    const brand = await happen();
    await change(brand, 2);
    for (let i = 0; i < 3; i += 1) await settleLater();
    expect(versions(path, brand)).toEqual([1, 1, 1, 2, 3]);
    failed.add(4);
    await change(brand, 2);
    await settle();
    expect(await states(at)).toEqual([
      ['dead', false],
      ['delivered', false],
      ['delivered', false],
      ['pending', true],
      ['pending', false],
    ]);
    failed.delete(1);
    const dead = await byVersion(at, 1);
    const { body } = await request<{ result: Delivery }>('POST', `${at}/deliveries/${dead?.id}/resend`);
    expect([body.result.state, body.result.next_attempt_at]).toEqual(['pending', expect.any(String)]);
    expect((await byVersion(at, 4))?.next_attempt_at).toBeNull();
    failed.clear();
    await settle();
    expect([versions(path, brand).slice(5), await entries(id)]).toEqual([[4, 1, 4, 5], 0]);
    await drop(at);
  });

  it('lets a delivery that waits, and is sent again, wait for its turn', async () => {
    const { path, at } = await hook({ ordered: 1 });
    failing(path, new Set([1]));
    const brand = await happen();
    await change(brand);
    await settle();
    const waiting = await byVersion(at, 2);
    const { body } = await request<{ result: Delivery }>('POST', `${at}/deliveries/${waiting?.id}/resend`);
    expect([body.result.state, body.result.next_attempt_at]).toEqual(['pending', null]);
    await settle();
    expect(versions(path, brand)).toEqual([1]);
    await drop(at);
  });

  it('replays in order, what was missed too', async () => {
    const { path, at, id } = await hook({ ordered: 1 });
    const brand = await happen();
    await settle();
    await request('PUT', at, { form: { enabled: 0 } });
    await change(brand, 2);
    await settle();
    await request('PUT', at, { form: { enabled: 1 } });
    const failed = new Set([2]);
    failing(path, failed);
    const since = new Date(begun - MINUTE).toISOString();
    await request('POST', `${at}/replay`, { form: { since } });
    await settle();
    expect(versions(path, brand)).toEqual([1, 1, 2]);
    failed.clear();
    await settleLater();
    expect([versions(path, brand), await entries(id)]).toEqual([[1, 1, 2, 2, 3], 0]);
    await drop(at);
  });

  it('orders what is pending when it is switched on, and lets all go when it is switched off', async () => {
    const { path, at, id } = await hook();
    const failed = new Set([1, 2, 3]);
    failing(path, failed);
    const brand = await happen();
    await change(brand, 2);
    await settle();
    expect([(await states(at)).every((state) => String(state) === 'pending,true'), await entries(id)]).toEqual([
      true,
      0,
    ]);
    await request('PUT', at, { form: { ordered: 1 } });
    const before = world.receiver.calls(path).length;
    await settleLater();
    expect(versions(path, brand).slice(before)).toEqual([1]);
    await request('PUT', at, { form: { ordered: 0 } });
    failed.clear();
    await settle();
    expect(new Set(versions(path, brand).slice(before + 1))).toEqual(new Set([2, 3]));
    expect(await entries(id)).toBe(0);
    await drop(at);
  });

  it('is empty after the webhook was disabled, and begins anew', async () => {
    const { path, at, id } = await hook({ ordered: 1 });
    failing(path, new Set([1]));
    const brand = await happen();
    await change(brand);
    await settle();
    await request('PUT', at, { form: { enabled: 0 } });
    expect([await states(at), await entries(id)]).toEqual([
      [
        ['cancelled', false],
        ['cancelled', false],
      ],
      0,
    ]);
    await request('PUT', at, { form: { enabled: 1 } });
    await change(brand);
    await settle();
    expect([versions(path, brand), await entries(id)]).toEqual([[1, 3], 0]);
    await drop(at);
  });

  it('goes on where a worker of the version before did not', async () => {
    const { path, at, id } = await hook({ ordered: 1 });
    failing(path, new Set([1]));
    const brand = await happen();
    await change(brand, 3);
    await settle();
    const [first, second] = [await byVersion(at, 1), await byVersion(at, 2)];
    const ended = `UPDATE webhook_deliveries SET state = 'delivered', due_at = NULL WHERE id IN (?, ?)`;
    await world.delivering.rows(ended, first?.id, second?.id);
    await settle();
    expect([versions(path, brand), await entries(id)]).toEqual([[1, 3, 4], 0]);
    await drop(at);
  });
});
