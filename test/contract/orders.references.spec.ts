import { countryName } from '../../src/kernel/iso-codes';
import { type OrderRecord } from '../../src/modules/orders/order.record';
import { ADA, type Fields, HOME, ID, type One, openShop, type Saved, type Shop, TIME } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';

/*
 * The references of an order: how a request names them, and that the order keeps its own copy.
 *
 * | Clause                                                                                       |
 * |----------------------------------------------------------------------------------------------|
 * | interface.md Order: customer, gateway, currency, shipping, bill_to, ship_to; null when unset |
 * | interface.md Conventions: Array fields as JSON text                                          |
 * | wire.md 1: bracket notation, JSON text and JSON mean the same; empty unsets; dotted paths    |
 * | wire.md 2: relations are `{ value, data }`; a gateway's settings are in no answer            |
 * | architecture decision 1: an order keeps what it refers to as it was                          |
 */

const NOWHERE = { save_as: null, company: null, address_2: null, city: null, county: null, phone: null };
/** The address record of an order for the details of `HOME`. */
const HOME_SHOWN = {
  value: 'Ada Lovelace, 12 High Street, BA1 1AA, GB',
  data: {
    ...NOWHERE,
    ...HOME,
    instructions: null,
    email: null,
    country: { value: 'United Kingdom', data: { code: 'GB', name: 'United Kingdom' } },
  },
};

onEachEngine('what orders refer to', (engine) => {
  let shop: Shop;
  let made = 0;
  const unique = (): string => `n${(made += 1)}`;
  /** A customer as orders show it. */
  const customer = async (email: string, more: Fields = {}): Promise<Saved> => {
    const { history: _, ...record }: Saved = await shop.make('/v1/customers', { ...ADA, email, ...more });
    return record;
  };
  const address = (owner: Saved, more: Fields = {}) =>
    shop.make(`/v1/customers/${owner.id}/addresses`, { ...HOME, ...more });
  const method = () => {
    const slug = unique();
    return shop.make('/v1/shipping', { title: 'Van', slug, price: '4.95', tax_band: shop.band.id, status: '1' });
  };
  const put = (id: string, form: Fields) => shop.change(`/v1/orders/${id}`, form);

  beforeAll(async () => (shop = await openShop(engine.databaseUrl)));
  afterAll(() => shop.store.close());

  describe('interface.md Order: customer', () => {
    it('is named by id or by e-mail address in any case, and shown as a relation', async () => {
      const ada = await customer('ada@example.com');
      const relation = { value: 'Ada Lovelace', data: ada };
      const byId = await shop.order({ customer: ada.id });
      expect(byId.customer).toEqual(relation);
      expect((await shop.read(byId.id)).customer).toEqual(relation);
      expect((await shop.order({ customer: ' ADA@example.com ' })).customer).toEqual(relation);
    });

    it('is taken as a JSON number too', async () => {
      const { id, ...rest } = await customer('number@example.com');
      const json = JSON.stringify(shop.orderFields({ customer: '#' })).replace('"#"', id);
      const headers = { 'content-type': 'application/json' };
      const { body } = await shop.store.request<One<OrderRecord>>('POST', '/v1/orders', { form: json, headers });
      expect(body.result.customer).toEqual({ value: 'Ada Lovelace', data: { id, ...rest } });
    });

    it.each([
      ['77', 'does not exist'],
      ['nobody@example.com', 'does not exist'],
      ['nobody', 'must be the id or the e-mail address of a customer'],
      ['0', 'must be the id or the e-mail address of a customer'],
    ])('is refused when it is %s', async (wrong, message) => {
      const errors = { customer: [`customer ${message}`] };
      const { id } = await shop.order();
      expect(await shop.refused('POST', '/v1/orders', { form: shop.orderFields({ customer: wrong }) })).toEqual(errors);
      expect(await shop.refused('PUT', `/v1/orders/${id}`, { form: { customer: wrong } })).toEqual(errors);
    });

    it('stays as it was when the customer changes or is removed, and can be unset', async () => {
      const bob = await customer('bob@example.com', { first_name: 'Bob' });
      const { id, ...before } = await shop.order({ customer: bob.id });
      await shop.change(`/v1/customers/${bob.id}`, { first_name: 'Rob', email: 'rob@example.com' });
      expect(await shop.read(id)).toEqual({ id, ...before });
      expect((await shop.store.request('DELETE', `/v1/customers/${bob.id}`)).status).toBe(200);
      expect(await shop.read(id)).toEqual({ id, ...before });
      expect((await shop.list('/v1/orders', { customer: 'bob@example.com' })).result).toEqual([{ id, ...before }]);
      expect((await put(id, { customer: '' })).customer).toBeNull();
      expect((await shop.list('/v1/orders', { customer: bob.id })).result).toEqual([]);
    });
  });

  describe('interface.md Order: gateway', () => {
    it('is named by its slug and shown without its settings, and stays as it was', async () => {
      const path = '/v1/gateways/stripe';
      const keys = { 'settings[secret_key]': 'sk_live_1', 'settings[webhook_secret]': 'whsec_1' };
      await shop.change(path, { name: 'Stripe', ...keys });
      const { body } = await shop.store.request<One>('GET', path);
      const order = await shop.order({ gateway: 'stripe' });
      expect(order.gateway).toEqual({ value: 'Stripe', data: body.result });
      expect(JSON.stringify(await recordedEvents(shop.store, order.id))).not.toContain('sk_live_1');
      await shop.change(path, { name: 'Cards' });
      expect(await shop.read(order.id)).toEqual(order);
      expect((await put(order.id, { gateway: '' })).gateway).toBeNull();
    });

    it.each(['paypal', 'DUMMY', '1'])('is refused when it is %s', async (gateway) => {
      const errors = { gateway: ['gateway does not exist'] };
      expect(await shop.refused('POST', '/v1/orders', { form: shop.orderFields({ gateway }) })).toEqual(errors);
    });
  });

  describe('interface.md Order: shipping', () => {
    it('is named by id, stays as it was when the method changes or is removed, and can be unset', async () => {
      const van = await method();
      const order = await shop.order({ shipping: van.id });
      expect(order.shipping).toEqual({ value: 'Van', data: van });
      await shop.change(`/v1/shipping/${van.id}`, { title: 'Lorry', price: '9' });
      expect((await shop.store.request('DELETE', `/v1/shipping/${van.id}`)).status).toBe(200);
      expect(await shop.read(order.id)).toEqual(order);
      expect((await put(order.id, { shipping: '' })).shipping).toBeNull();
    });

    it.each([
      ['77', 'does not exist'],
      ['van', 'must be an id'],
    ])('is refused when it is %s', async (shipping, message) => {
      const errors = { shipping: [`shipping ${message}`] };
      expect(await shop.refused('POST', '/v1/orders', { form: shop.orderFields({ shipping }) })).toEqual(errors);
    });
  });

  describe('interface.md Order: currency', () => {
    it('stays as it was when its title or format changes, and when it is removed', async () => {
      const fields = { code: 'CHF', title: 'Franc', format: 'CHF {price}' };
      const franc = await shop.make('/v1/currencies', fields);
      const order = await shop.order({ currency: franc.id, currency_code: 'chf' });
      expect([order.currency, order.currency_code]).toEqual([{ value: 'Franc', data: franc }, 'CHF']);
      expect(order.totals.formatted.total).toBe('CHF 24.49');
      await shop.change(`/v1/currencies/${franc.id}`, { title: 'Swiss franc', format: '{price} Fr' });
      expect(await shop.read(order.id)).toEqual(order);
      await put(order.id, { currency: franc.id });
      expect(await shop.read(order.id)).toEqual(order);
      expect((await shop.store.request('DELETE', `/v1/currencies/${franc.id}`)).status).toBe(200);
      expect(await shop.read(order.id)).toEqual(order);
    });

    it('changes with its code, which must fit', async () => {
      const euro = await shop.make('/v1/currencies', { code: 'EUR', title: 'Euro', format: '{price} €' });
      const { id } = await shop.order();
      expect(
        await shop.refused('PUT', `/v1/orders/${id}`, { form: { currency: euro.id, currency_code: 'GBP' } }),
      ).toEqual({ currency_code: ['currency_code must be EUR, the code of the currency'] });
      const moved = await put(id, { currency: euro.id });
      expect([moved.currency, moved.currency_code]).toEqual([{ value: 'Euro', data: euro }, 'EUR']);
      expect(moved.totals.formatted.total).toBe('24.49 €');
    });

    it('stays while the order has items, whose taxes are rounded to it', async () => {
      const yen = await shop.make('/v1/currencies', { code: 'JPY', title: 'Yen', format: '¥{price}' });
      const { id } = await shop.order();
      await shop.item(id);
      const before = await shop.read(id);
      expect(await shop.refused('PUT', `/v1/orders/${id}`, { form: { currency: yen.id } })).toEqual({
        currency: ['currency cannot change while the order has items'],
      });
      expect(await shop.read(id)).toEqual(before);
    });
  });

  describe.each(['bill_to', 'ship_to'] as const)('interface.md Order: %s', (field) => {
    it('is the id of an address, which stays as it was when the address changes or is removed', async () => {
      const owner = await customer(`${unique()}@example.com`);
      const home = await address(owner, { city: 'Bath' });
      const order = await shop.order({ [field]: home.id });
      expect(order[field]).toEqual({
        value: 'Ada Lovelace, 12 High Street, Bath, BA1 1AA, GB',
        data: { ...home, email: null },
      });
      const path = `/v1/customers/${owner.id}/addresses/${home.id}`;
      await shop.change(path, { city: 'Wells' });
      expect(await shop.read(order.id)).toEqual(order);
      expect((await shop.store.request('DELETE', path)).status).toBe(200);
      expect(await shop.read(order.id)).toEqual(order);
      expect((await put(order.id, { [field]: '' }))[field]).toBeNull();
    });

    it('is address details: in brackets, as JSON text in a form or in JSON, as a JSON object', async () => {
      for (const details of [HOME, JSON.stringify(HOME)]) {
        expect((await shop.order({ [field]: details }))[field]).toEqual(HOME_SHOWN);
        const json = shop.orderFields({ [field]: details });
        const { body } = await shop.store.request<One<OrderRecord>>('POST', '/v1/orders', { json });
        expect(body.result[field]).toEqual(HOME_SHOWN);
      }
      const raw = Object.entries(HOME).map(([key, value]) => `${field}[${key}]=${encodeURIComponent(value)}`);
      const { id } = await shop.order();
      const form = raw.join('&');
      const { body } = await shop.store.request<One<OrderRecord>>('PUT', `/v1/orders/${id}`, { form });
      expect(body.result[field]).toEqual(HOME_SHOWN);
    });

    it('takes all details of an address', async () => {
      const more = { save_as: 'Work', company: 'Engines', address_2: 'Flat 2', city: 'Bath', county: 'Somerset' };
      const details = { ...HOME, ...more, phone: '+44 1225 0', instructions: 'Ring.\nWait.' };
      const sent = { ...details, country: 'gb', email: ' Zoe\u0308@Mail.example ' };
      const order = await shop.order({ [field]: sent });
      const shown = {
        value: 'Ada Lovelace, 12 High Street, Flat 2, Bath, BA1 1AA, GB',
        data: { ...details, country: HOME_SHOWN.data.country, email: 'zo\u00eb@mail.example' },
      };
      expect(order[field]).toEqual(shown);
      expect(await shop.read(order.id)).toEqual(order);
      const changed = await put(order.id, { [field]: { ...sent, email: 'two@example.com' } });
      const data = { ...shown.data, email: 'two@example.com' };
      expect(changed).toEqual({ ...order, updated_at: TIME, [field]: { ...shown, data } });
      expect((await recordedEvents(shop.store, order.id)).map((event) => event.data)).toEqual([
        expect.objectContaining({ [field]: shown }),
        expect.objectContaining({ [field]: changed[field] }),
      ]);
      expect((await put(order.id, { [field]: { ...sent, email: '' } }))[field]).toEqual({
        ...shown,
        data: { ...data, email: null },
      });
    });

    it.each([
      ['Ada', 'must be an e-mail address'],
      ['ada\u200b@example.com', 'must be an e-mail address without invisible characters'],
      [`${'a'.repeat(250)}@example.com`, 'must be an e-mail address'],
      [{ a: 1 }, 'must be an e-mail address'],
    ])('has an e-mail address, not %j', async (email, message) => {
      const before = await shop.list('/v1/orders');
      const errors = { [`${field}.email`]: [`${field}.email ${message}`] };
      const json = shop.orderFields({ [field]: { ...HOME, email } });
      expect(await shop.refused('POST', '/v1/orders', { json })).toEqual(errors);
      expect(await shop.list('/v1/orders')).toEqual(before);
    });

    it('may lack a last name, and the postcode where the country has none', async () => {
      const sent = { first_name: 'Sukarno', address_1: '1 Harbour Road', city: 'Wan Chai', country: 'HK' };
      const hongKong = countryName('HK');
      expect((await shop.order({ [field]: sent }))[field]).toEqual({
        value: 'Sukarno, 1 Harbour Road, Wan Chai, HK',
        data: {
          ...{ ...NOWHERE, ...sent, last_name: '', postcode: '', instructions: null, email: null },
          country: { value: hongKong, data: { code: 'HK', name: hongKong } },
        },
      });
      const errors = { [`${field}.postcode`]: [`${field}.postcode is required`] };
      const wrong = { [field]: { ...sent, country: 'DE' } };
      expect(await shop.refused('POST', '/v1/orders', { json: shop.orderFields(wrong) })).toEqual(errors);
    });

    it('names what is wrong in the details by its dotted path', async () => {
      const wrong = { [field]: { ...ADA, address_1: '', postcode: 'BA1', country: 'XX' } };
      const errors = {
        [`${field}.address_1`]: [`${field}.address_1 is required`],
        [`${field}.country`]: [`${field}.country must be a country code of ISO 3166-1 alpha-2`],
      };
      expect(await shop.refused('POST', '/v1/orders', { form: shop.orderFields(wrong) })).toEqual(errors);
      expect(await shop.refused('POST', '/v1/orders', { json: shop.orderFields(wrong) })).toEqual(errors);
    });

    it.each([
      ['77', 'does not exist'],
      ['home', 'must be the id of an address, or address details'],
      ['[1]', 'must be the id of an address, or address details'],
      ['{"city"', 'must be the id of an address, or address details'],
    ])('is refused when it is %s', async (wrong, message) => {
      const errors = { [field]: [`${field} ${message}`] };
      expect(await shop.refused('POST', '/v1/orders', { form: shop.orderFields({ [field]: wrong }) })).toEqual(errors);
    });
  });

  describe('interface.md Order: ship_to may be set to bill_to', () => {
    it('beside it, or to the one the order has', async () => {
      const both = await shop.order({ bill_to: HOME, ship_to: 'bill_to' });
      expect([both.bill_to, both.ship_to]).toEqual([HOME_SHOWN, HOME_SHOWN]);
      const home = await address(await customer(`${unique()}@example.com`));
      const homeShown = { value: HOME_SHOWN.value, data: { ...home, email: null } };
      const { id } = await shop.order({ bill_to: home.id });
      expect((await put(id, { ship_to: 'bill_to' })).ship_to).toEqual(homeShown);
      expect((await shop.list('/v1/orders', { ship_to: home.id })).result.map((order) => order.id)).toEqual([id]);
    });

    it('and stays that address when bill_to changes', async () => {
      const { id } = await shop.order({ bill_to: HOME, ship_to: 'bill_to' });
      const moved = await put(id, { bill_to: { ...HOME, address_1: '1 Low Street' } });
      expect(moved.bill_to).toMatchObject({ value: 'Ada Lovelace, 1 Low Street, BA1 1AA, GB' });
      expect(moved.ship_to).toEqual(HOME_SHOWN);
    });

    it('but not without one', async () => {
      const errors = { ship_to: ['ship_to cannot be bill_to while bill_to is not set'] };
      expect(await shop.refused('POST', '/v1/orders', { form: shop.orderFields({ ship_to: 'bill_to' }) })).toEqual(
        errors,
      );
      const { id } = await shop.order({ bill_to: HOME });
      const form = { bill_to: '', ship_to: 'bill_to' };
      expect(await shop.refused('PUT', `/v1/orders/${id}`, { form })).toEqual(errors);
      expect((await shop.read(id)).bill_to).toEqual(HOME_SHOWN);
    });
  });

  describe('interface.md Order: bill_to may be set to ship_to', () => {
    it('beside it, or to the one the order has, and stays that address when ship_to changes', async () => {
      const both = await shop.order({ ship_to: HOME, bill_to: 'ship_to' });
      expect([both.bill_to, both.ship_to]).toEqual([HOME_SHOWN, HOME_SHOWN]);
      const home = await address(await customer(`${unique()}@example.com`));
      const homeShown = { value: HOME_SHOWN.value, data: { ...home, email: null } };
      const { id } = await shop.order({ ship_to: home.id });
      expect((await put(id, { bill_to: 'ship_to' })).bill_to).toEqual(homeShown);
      expect((await shop.list('/v1/orders', { bill_to: home.id })).result.map((order) => order.id)).toEqual([id]);
      const moved = await put(id, { ship_to: { ...HOME, address_1: '1 Low Street' } });
      expect([moved.bill_to, moved.ship_to?.value]).toEqual([homeShown, 'Ada Lovelace, 1 Low Street, BA1 1AA, GB']);
      const again = await put(id, { ship_to: HOME, bill_to: 'ship_to' });
      expect([again.bill_to, again.ship_to]).toEqual([HOME_SHOWN, HOME_SHOWN]);
    });

    it('but not without one, nor each to the other', async () => {
      const { id } = await shop.order({ bill_to: HOME });
      const lacking = { bill_to: ['bill_to cannot be ship_to while ship_to is not set'] };
      const each = {
        bill_to: ['bill_to cannot be ship_to while ship_to is bill_to'],
        ship_to: ['ship_to cannot be bill_to while bill_to is ship_to'],
      };
      const cases = [
        [{ bill_to: 'ship_to' }, lacking],
        [{ bill_to: 'ship_to', ship_to: '' }, lacking],
        [{ bill_to: 'ship_to', ship_to: 'bill_to' }, each],
      ] as const;
      for (const [form, errors] of cases) {
        expect(await shop.refused('POST', '/v1/orders', { form: shop.orderFields(form) })).toEqual(errors);
        expect(await shop.refused('PUT', `/v1/orders/${id}`, { form })).toEqual(errors);
        expect(await shop.refused('PUT', `/v1/orders/${id}`, { json: form })).toEqual(errors);
      }
      expect(await shop.read(id)).toMatchObject({ bill_to: HOME_SHOWN, ship_to: null });
    });
  });

  it('wire.md 4: an address that was typed in is one too: an empty filter passes the order by', async () => {
    const { id } = await shop.order({ bill_to: HOME });
    expect((await shop.list('/v1/orders', { id, bill_to: '' })).result).toEqual([]);
    expect((await shop.list<OrderRecord>('/v1/orders', { id, ship_to: '' })).result).toEqual([await shop.read(id)]);
  });

  it('an address of another customer does not exist for an order that has a customer', async () => {
    const [ada, eve] = [await customer(`${unique()}@example.com`), await customer(`${unique()}@example.com`)];
    const hers = await address(ada);
    const { id } = await shop.order({ customer: ada.id, bill_to: hers.id });
    const errors = { bill_to: ['bill_to does not exist'] };
    const form = { customer: eve.id, bill_to: hers.id };
    expect(await shop.refused('POST', '/v1/orders', { form: shop.orderFields(form) })).toEqual(errors);
    expect(await shop.refused('PUT', `/v1/orders/${id}`, { form })).toEqual(errors);
    expect((await shop.read(id)).customer?.data).toEqual(ada);
  });

  it('wire.md 2: an address in an order shows an id only when it is one of a customer', async () => {
    const owner = await customer(`${unique()}@example.com`);
    const home = await address(owner);
    const { bill_to, ship_to } = await shop.order({ bill_to: home.id, ship_to: HOME });
    expect(bill_to?.data).toEqual({
      ...HOME_SHOWN.data,
      id: ID,
      customer_id: owner.id,
      created_at: TIME,
      updated_at: TIME,
    });
    expect(ship_to?.data).toEqual(HOME_SHOWN.data);
  });
});
