import { type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

type Code = Fields & { code: string };
type Job = Fields & { id: string; link: string };

/** `promotions-at-scale.md` 2 and 3. */
onEachEngine('tables of codes, and the jobs that add them', (engine) => {
  let store: TestStore;
  let shop: Shop;

  beforeAll(async () => {
    // Without workers: the jobs stay as they were asked for.
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
  });
  afterAll(() => store.close());

  const path = (promotion: string): string => `/v1/promotions/cart/${promotion}/codes`;
  const upload = (promotion: string, csv: string, type = 'text/csv') =>
    shop.send<Code[]>('POST', path(promotion), { form: csv, headers: { 'content-type': type } });
  const refused = async (promotion: string, csv: string): Promise<unknown> => {
    const { status, body } = await upload(promotion, csv);
    return [status, body.errors];
  };
  const list = (address: string, query: Record<string, string> = {}) => shop.send<Job[]>('GET', address, { query });

  it('a table whose column of codes is not clear is refused with its line', async () => {
    const { id } = await shop.promotion();
    const severalColumns = 'codes is no table: line 1 must name the column code: the table has several columns';
    const semicolons = 'must have its cells separated by commas, not by semicolons';
    const otherName = 'must be a code, or name the column code';
    expect(await refused(id, 'coupon,uses\nA-1,1')).toEqual([422, { codes: [severalColumns] }]);
    expect(await refused(id, 'A-1,1\nA-2,1')).toEqual([422, { codes: [severalColumns] }]);
    expect(await refused(id, 'code;uses\nA-1;1')).toEqual([
      422,
      { codes: [`codes is no table: line 1 ${semicolons}`] },
    ]);
    expect(await refused(id, 'code\n\nA-1\nA-2;1')).toEqual([
      422,
      { codes: [`codes is no table: line 4 ${semicolons}`] },
    ]);
    for (const name of ['Codes', 'coupon', 'Voucher_Code', 'discount code'])
      expect(await refused(id, `\n${name}\nA-1`)).toEqual([422, { codes: [`codes is no table: line 2 ${otherName}`] }]);
    const long = Array.from({ length: 1500 }, (_, i) => (i === 1400 ? 'A;1' : `A-${i}`)).join('\n');
    expect(await refused(id, long)).toEqual([422, { codes: [`codes is no table: line 1401 ${semicolons}`] }]);
    expect((await list(path(id))).body.result).toEqual([]);
    expect((await list(`${path(id)}/jobs`)).body.result).toEqual([]);
  });

  it('a table without a code says that it is empty', async () => {
    const { id } = await shop.promotion();
    const empty = { codes: ['codes must not be empty: the table has no line with a code'] };
    for (const csv of ['', '\r\n', 'code\r\n', 'note,code\n\n']) expect(await refused(id, csv)).toEqual([422, empty]);
  });

  it('a fault is named by the line of the table, of a list by its place', async () => {
    const { id } = await shop.promotion();
    expect(await refused(id, 'code,note\n\n"B-1","two\nlines"\n=1+1,x\nB-2,x\n-B,x\n')).toEqual([
      422,
      {
        codes: ['codes line 5 must begin with a letter or a digit', 'codes line 7 must begin with a letter or a digit'],
      },
    ]);
    expect(await refused(id, 'code\nB-1\nB-2\nb-1')).toEqual([422, { codes: ['codes line 4 must be unique'] }]);
    const { body } = await shop.send('POST', path(id), { json: { codes: ['B-1', 'B-2', 'b-1'] } });
    expect(body.errors).toEqual({ 'codes.2': ['codes.2 must be unique'] });
    expect((await upload(id, 'B-1')).status).toBe(201);
  });

  it('another type of body is refused with the types that there are, a table among them', async () => {
    const { id } = await shop.promotion();
    const { status, body } = await upload(id, 'A-1', 'application/vnd.ms-excel');
    const types = 'application/x-www-form-urlencoded, multipart/form-data, application/json or text/csv';
    expect([status, body.error]).toEqual([415, `Content-Type must be ${types}`]);
  });

  it('jobs are listed by their pool, the newest first, in pages', async () => {
    const { id } = await shop.promotion();
    const other = (await shop.promotion()).id;
    const jobs: Job[] = [];
    for (const count of [1001, 1002, 1003])
      jobs.unshift((await shop.send<Job>('POST', path(id), { json: { count } })).body.result);
    await shop.send('POST', path(other), { json: { count: 2000 } });
    const [newest, ...older] = jobs;
    await shop.send('DELETE', new URL(newest?.link ?? '').pathname);
    const all = await list(`${path(id)}/jobs`);
    const cancelled = { ...newest, state: 'cancelled', ended_at: expect.any(String) as string };
    expect([all.status, all.body.result]).toEqual([200, [cancelled, ...older]]);
    expect((await list(`${path(id)}/jobs`, { limit: '1', offset: '1' })).body).toMatchObject({
      result: [jobs[1]],
      pagination: { total: 3, limit: 1, offset: 1 },
    });
    expect((await list(`${path(id)}/jobs`, { state: 'queued' })).body.result).toEqual(older);
    expect((await list(`${path('1')}/jobs`)).status).toBe(404);
  });

  it('a filter by a word that there is not names those that there are', async () => {
    const { id } = await shop.promotion();
    const faults = async (address: string, query: Record<string, string>): Promise<unknown> => {
      const { status, body } = await list(address, query);
      return [status, body.errors];
    };
    const of = (field: string, words: string) => [422, { [field]: [`${field} must be one of ${words}`] }];
    const states = 'queued, running, done, failed, cancelled';
    expect(await faults(path(id), { state: 'foo' })).toEqual(of('state', 'unused, used, expired, revoked'));
    expect(await faults(path(id), { state: '' })).toEqual(of('state', 'unused, used, expired, revoked'));
    expect(await faults(`${path(id)}/jobs`, { state: 'foo' })).toEqual(of('state', states));
    expect(await faults('/v1/promotions/backtests', { state: 'foo' })).toEqual(of('state', states));
    const uses = `/v1/promotions/cart/${id}/uses`;
    expect(await faults(uses, { given_back: 'maybe' })).toEqual(of('given_back', '0, 1, false, true'));
    expect((await list(uses, { given_back: 'TRUE' })).status).toBe(200);
  });
});
