import { paymentIntent } from '../../../../../test/support/stripe.objects';
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../../../../../test/support/stripe.server';
import { ValidationFailed } from '../../../../kernel/errors';
import { parseAmount } from '../../../../kernel/money';
import { parseConfig } from '../../../../platform/config/config';
import {
  type Charge,
  type FollowUp,
  type Moved,
  type Outcome,
  type PaymentDetails,
  type Question,
} from '../../payment-gateway.port';
import { CallbackRefused } from '../../payments.errors';
import { StripeGateway } from './stripe.gateway';

const settings = { secret_key: STRIPE_KEY, webhook_secret: STRIPE_WEBHOOK_SECRET };
const call = { key: '42', settings, timeoutMs: 5_000 };
const token: PaymentDetails = { number: null, paymentMethod: 'pm_card_visa', returnUrl: null };

const charge = (fields: Partial<Charge> = {}): Charge => ({
  ...call,
  ...{ orderId: '7', amount: parseAmount('10.50'), currency: 'GBP', details: token },
  ...fields,
});

const moved = (amount: string, isHeld = false): { readonly moved: Moved } => ({
  moved: { amount: parseAmount(amount), currency: 'GBP', isHeld },
});

describe('the gateway stripe (orders-and-payments.md 17)', () => {
  let stripe: StripeServer;
  let gateway: StripeGateway;

  beforeEach(async () => {
    stripe = await StripeServer.start();
    gateway = new StripeGateway(parseConfig({ GATEWAY_URLS: `stripe=${stripe.url}` }));
  });
  afterEach(async () => {
    await stripe.close();
    if (stripe.faults.length > 0) throw new Error(`not as Stripe documents it: ${stripe.faults.join(', ')}`);
  });

  const followUp = (reference: string, fields: Partial<FollowUp> = {}): FollowUp => ({
    ...call,
    ...{ key: '43', reference, amount: parseAmount('10.50'), currency: 'GBP' },
    ...fields,
  });
  const authorized = async (): Promise<string> => {
    const outcome = await gateway.authorize(charge());
    return outcome.status === 'accepted' ? outcome.reference : '';
  };

  it('orders-and-payments.md 18: says which settings it needs', () => {
    expect([gateway.slug, gateway.name, gateway.settings]).toEqual([
      'stripe',
      'Stripe',
      [
        { name: 'secret_key', required: true, secret: true },
        { name: 'webhook_secret', required: true, secret: true },
      ],
    ]);
  });

  it.each<[string, Partial<Charge>, ValidationFailed]>([
    [
      'the number of a card',
      { details: { ...token, number: '4242424242424242' } },
      ValidationFailed.of('data.number', 'is not taken by stripe: send the token data.payment_method'),
    ],
    [
      'no token',
      { details: { ...token, paymentMethod: null } },
      ValidationFailed.of('data.payment_method', 'is required'),
    ],
    [
      'an amount that Stripe cannot take',
      { amount: parseAmount('0.001') },
      ValidationFailed.of('currency', 'GBP is not paid in so small units by stripe'),
    ],
  ])('takes no charge with %s', (_, fields, error) => {
    expect(() => gateway.check(charge(fields))).toThrow(error);
    expect(() => gateway.check(charge())).not.toThrow();
  });

  it.each([
    ['purchase', 'automatic', 'succeeded'],
    ['authorize', 'manual', 'requires_capture'],
  ] as const)(
    '%s: charges the token at once, by a payment intent that names attempt and order',
    async (method, capture, status) => {
      expect(await gateway[method](charge())).toEqual({
        ...{ status: 'accepted', reference: 'pi_1' },
        ...moved('10.5', method === 'authorize'),
      });
      expect([...stripe.intents.values()]).toMatchObject([
        {
          ...{ id: 'pi_1', amount: 1050, currency: 'gbp', capture_method: capture, status },
          metadata: { attempt: '42', order: '7' },
        },
      ]);
    },
  );

  it('orders-and-payments.md 10: charges once, however often an attempt is sent', async () => {
    const outcomes = [await gateway.purchase(charge()), await gateway.purchase(charge())];
    expect([outcomes, stripe.intents.size]).toEqual([
      [
        { status: 'accepted', reference: 'pi_1', ...moved('10.5') },
        { status: 'accepted', reference: 'pi_1', ...moved('10.5') },
      ],
      1,
    ]);
  });

  it.each<[string, PaymentDetails, Outcome]>([
    [
      'is declined',
      { ...token, paymentMethod: 'pm_card_chargeDeclined' },
      { status: 'declined', reference: 'pi_1', message: 'Your card was declined.' },
    ],
    [
      'needs an authentication without an address to return to',
      { ...token, paymentMethod: 'pm_card_authenticationRequired' },
      { status: 'declined', reference: 'pi_1', message: 'This payment needs an authentication.' },
    ],
    [
      'needs an authentication',
      { ...token, paymentMethod: 'pm_card_authenticationRequired', returnUrl: 'https://shop.example/' },
      { status: 'pending', reference: 'pi_1', url: 'https://hooks.stripe.com/redirect/pi_1' },
    ],
    [
      'is not known',
      { ...token, paymentMethod: 'pm_unknown' },
      { status: 'refused', message: 'Stripe rejected the request' },
    ],
  ])('tells of a token that %s', async (_, details, outcome) => {
    expect(await gateway.purchase(charge({ details }))).toEqual(outcome);
  });

  it.each(['failed', 'unavailable', 'rate_limited', 'dropped'] as const)(
    'orders-and-payments.md 11: leaves an attempt open when a request is %s, and sends it once',
    async (trouble) => {
      stripe.next(trouble);
      await expect(gateway.purchase(charge({ timeoutMs: trouble === 'dropped' ? 200 : 5_000 }))).rejects.toThrow();
      expect(stripe.requests).toEqual(['POST /v1/payment_intents']);
    },
  );

  it('captures, refunds and releases in the smallest units, each once', async () => {
    const reference = await authorized();
    const part = followUp(reference, { amount: parseAmount('4') });
    expect(await gateway.capture(part)).toEqual({ status: 'accepted', reference, ...moved('4') });
    expect(await gateway.capture(part)).toEqual({ status: 'accepted', reference, ...moved('4') });
    const refund = followUp(reference, { key: '44', amount: parseAmount('1.5') });
    expect(await gateway.refund(refund)).toEqual({ status: 'accepted', reference: 're_1', ...moved('1.5') });
    expect(await gateway.refund(refund)).toEqual({ status: 'accepted', reference: 're_1', ...moved('1.5') });
    expect(stripe.intents.get(reference)).toMatchObject({ status: 'succeeded', amount_received: 400 });
    expect(stripe.refunds).toMatchObject([{ amount: 150, payment_intent: reference, metadata: { attempt: '44' } }]);
    await gateway.authorize(charge({ key: '50' }));
    const released = { status: 'accepted', reference: 'pi_2' };
    expect(await gateway.void(followUp('pi_2', { key: '51' }))).toEqual(released);
    expect(await gateway.void(followUp('pi_2', { key: '51' }))).toEqual(released);
    expect(stripe.intents.get('pi_2')?.status).toBe('canceled');
  });

  it('says why a refund is rejected', async () => {
    const reference = await authorized();
    expect(await gateway.refund(followUp(reference))).toEqual({
      status: 'refused',
      message: 'Stripe rejected the request: amount',
    });
  });

  describe('finds what became of an attempt (orders-and-payments.md 11)', () => {
    const NOW_S = 1_772_366_400;
    const question = (fields: Partial<Question> = {}): Question => ({
      ...call,
      ...{ method: 'purchase', reference: '', since: new Date(NOW_S * 1000 + 999) },
      ...fields,
    });
    /** Payment intents as Stripe has them: one for each, its attempt its number, made so many seconds after the attempt. */
    const made = (...offsets: readonly number[]): void => {
      for (const [i, offset] of offsets.entries()) {
        const fields = { amount: 1, currency: 'gbp', capture_method: 'automatic', status: 'succeeded' } as const;
        const metadata = { attempt: String(i) };
        stripe.intents.set(`pi_${i}`, paymentIntent(`pi_${i}`, { ...fields, metadata, created: NOW_S + offset }));
      }
    };
    const found = (i: number, ...[amount = '0.01', isHeld = false]: [string?, boolean?]) => ({
      ...{ status: 'accepted', reference: `pi_${i}`, ...moved(amount, isHeld) },
    });
    const NONE = { status: 'none' };

    it('a charge by its reference', async () => {
      await authorized();
      expect(await gateway.find(question({ method: 'authorize', reference: 'pi_1' }))).toEqual(found(1, '10.5', true));
      expect(stripe.requests.at(-1)).toBe('GET /v1/payment_intents/pi_1');
    });

    it('a charge by its key, among those of its time', async () => {
      made(-301, -300, 0, 600, 601);
      const all = await Promise.all(['0', '1', '2', '3', '4', '9'].map((key) => gateway.find(question({ key }))));
      expect(all).toEqual([NONE, found(1), found(2), found(3), NONE, NONE]);
      expect(await gateway.find(question({ key: '2', method: 'authorize' }))).toEqual(found(2));
    });

    it('a charge on any of many pages, but not without end', async () => {
      made(...Array.from({ length: 2_000 }, () => 0));
      expect(await gateway.find(question({ key: '1999' }))).toEqual(found(1999));
      expect(stripe.requests).toHaveLength(1);
      expect(await gateway.find(question({ key: '0' }))).toEqual(found(0));
      expect(stripe.requests).toHaveLength(21);
      expect(await gateway.find(question({ key: 'none' }))).toEqual(NONE);
      made(...Array.from({ length: 2_001 }, () => 0));
      await expect(gateway.find(question({ key: 'none' }))).rejects.toThrow('too many objects of stripe to tell');
    });

    it('a refund by its key, among those of its charge', async () => {
      const reference = await authorized();
      await gateway.capture(followUp(reference));
      await gateway.refund(followUp(reference, { key: '44', amount: parseAmount('1') }));
      await gateway.refund(followUp(reference, { key: '45', amount: parseAmount('1') }));
      const ask = (key: string) => gateway.find(question({ method: 'refund', reference, key }));
      expect([await ask('44'), await ask('45'), await ask('46')]).toEqual([
        { status: 'accepted', reference: 're_1', ...moved('1') },
        { status: 'accepted', reference: 're_2', ...moved('1') },
        NONE,
      ]);
      stripe.refunds.forEach((refund) => Object.assign(refund, { metadata: null }));
      expect(await ask('44')).toEqual(NONE);
    });

    it('a capture and a void by what their charge is now', async () => {
      const reference = await authorized();
      const ask = (method: Question['method']) => gateway.find(question({ method, reference }));
      expect([await ask('capture'), await ask('void')]).toEqual([NONE, NONE]);
      await gateway.capture(followUp(reference));
      expect([await ask('capture'), await ask('void')]).toEqual([
        { status: 'accepted', reference, ...moved('10.5') },
        { status: 'refused', message: 'The payment is succeeded already' },
      ]);
    });

    it('and throws when Stripe does not respond', async () => {
      await stripe.close();
      await expect(gateway.find(question({ method: 'void', reference: 'pi_1' }))).rejects.toThrow();
    });
  });

  describe('reads a notification', () => {
    const read = (body: string, signature: string | undefined) =>
      gateway.readCallback(Buffer.from(body), { 'stripe-signature': signature }, settings);

    it('that Stripe signed, about an attempt', async () => {
      const { body, signature } = stripe.notification('payment_intent.succeeded', { metadata: { attempt: '42' } });
      expect(await read(body, signature)).toEqual({ key: '42' });
    });

    it.each(['null', '[]', '{}', '{"data":null}', '{"data":{"object":null}}', '{"data":{"object":{"metadata":null}}}'])(
      'about none: %s',
      async (text) => {
        const { body, signature } = stripe.signed(text);
        expect(await read(body, signature)).toBeUndefined();
      },
    );

    it('about none when its key is no id', async () => {
      const { body, signature } = stripe.notification('x', { metadata: { attempt: "' OR 1" } });
      expect(await read(body, signature)).toBeUndefined();
    });

    it('unless it is not signed, by another, too old, or no JSON', async () => {
      const { body, signature } = stripe.notification('x', { metadata: { attempt: '42' } });
      const old = stripe.notification('x', {}, 301);
      const odd = stripe.signed('[[');
      for (const [text, sign] of [
        [body, undefined],
        [body, 't=1,v1=00'],
        [`${body} `, signature],
        [old.body, old.signature],
        [odd.body, odd.signature],
      ] as const) {
        await expect(read(text, sign)).rejects.toThrow(CallbackRefused);
      }
      const other = { ...settings, webhook_secret: 'whsec_other' };
      await expect(gateway.readCallback(Buffer.from(body), { 'stripe-signature': signature }, other)).rejects.toThrow(
        CallbackRefused,
      );
    });
  });
});
