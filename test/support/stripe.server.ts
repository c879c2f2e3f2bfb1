import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { type Receiver, startReceiver } from './receiver';
import { paymentIntent, refundObject, type StripeErrorBody } from './stripe.objects';

export const STRIPE_KEY = 'sk_test_storekeeper';
export const STRIPE_WEBHOOK_SECRET = 'whsec_storekeeper';

/** A fault of a request: `lost` and `failed` execute it first, `dropped` gets no response. */
export type Trouble = 'lost' | 'failed' | 'dropped' | 'unavailable' | 'rate_limited';
/** Progress of a request. */
export type Step = 'arrived' | 'carried_out' | 'responded';

type Answer = { readonly status: number; readonly body: object };
type Form = Readonly<Record<string, string>>;
type Rules = Readonly<Record<string, RegExp>>;

const UNITS = /^\d{1,12}$/;
const ID = /^\d{1,19}$/;
/** Stripe's documented rules for the fields that the store sends. A field that is missing here is a fault. */
const FIELDS: Readonly<Record<string, Rules>> = {
  create: {
    amount: UNITS,
    currency: /^[a-z]{3}$/,
    payment_method: /^pm_\w+$/,
    confirm: /^true$/,
    capture_method: /^(?:automatic|manual)$/,
    'automatic_payment_methods[enabled]': /^true$/,
    'automatic_payment_methods[allow_redirects]': /^(?:always|never)$/,
    error_on_requires_action: /^true$/,
    return_url: /^https?:\/\//,
    'metadata[attempt]': ID,
    'metadata[order]': ID,
  },
  capture: { amount_to_capture: UNITS },
  cancel: {},
  refund: { payment_intent: /^pi_\w+$/, amount: UNITS, 'metadata[attempt]': ID },
};

/**
 * A provider that stands for Stripe: it checks every field of every request, remembers idempotency keys as Stripe does,
 * and gets into trouble when told. `faults` must be empty in the end.
 */
export class StripeServer {
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly refunds: Stripe.Refund[] = [];
  readonly faults: string[] = [];
  /** `POST /v1/payment_intents` and so on, in the order they came. */
  readonly requests: string[] = [];
  /** The state that refunds are made in; `pending` ones are ended by {@link endRefund}. */
  refundStatus: 'succeeded' | 'pending' = 'succeeded';
  /** Called as a request that changes something goes its way; what it returns is waited for. */
  at: (step: Step) => void | Promise<void> = () => undefined;
  /** Answers all requests in place of Stripe, which then does nothing; undefined: Stripe answers. */
  garbled: (() => string) | undefined;
  private readonly replies = new Map<string, { readonly request: string; readonly answer: Answer }>();
  private readonly troubles: Trouble[] = [];

  private constructor(private receiver: Receiver | undefined) {}

  static async start(): Promise<StripeServer> {
    const stripe = new StripeServer(undefined);
    const server = createServer((request, response) => void stripe.hear(request, response));
    stripe.receiver = await startReceiver(server, '127.0.0.1');
    return stripe;
  }

  get url(): string {
    return `http://127.0.0.1:${this.receiver?.port}`;
  }

  close(): Promise<void> {
    return this.receiver?.close() ?? Promise.resolve();
  }

  /** Sets the faults of the next requests that change something. */
  next(...troubles: readonly Trouble[]): void {
    this.troubles.push(...troubles);
  }

  /** The customer passes or fails the authentication of a payment. */
  authenticate(id: string, isPassed: boolean): Stripe.PaymentIntent {
    const intent = this.intent(id);
    const passed = intent.capture_method === 'manual' ? ('requires_capture' as const) : ('succeeded' as const);
    const message = 'We are unable to authenticate your payment method.';
    const error = { type: 'invalid_request_error', code: 'payment_intent_authentication_failure', message } as const;
    return Object.assign(intent, {
      status: isPassed ? passed : ('requires_payment_method' as const),
      next_action: null,
      last_payment_error: isPassed ? null : error,
    });
  }

  /** An authorization ends by itself after some days. */
  expire(id: string): Stripe.PaymentIntent {
    return Object.assign(this.intent(id), { status: 'canceled' as const, amount_capturable: 0 });
  }

  /** The bank carries out or refuses the newest refund. */
  endRefund(status: 'succeeded' | 'failed'): Stripe.Refund {
    const refund = this.refunds.at(-1);
    if (refund === undefined) throw new Error('no refund');
    return Object.assign(refund, { status });
  }

  /** A signed notification about an object. @param secondsAgo when it was signed */
  notification(type: string, object: object, secondsAgo = 0): { body: string; signature: string } {
    return this.signed(JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } }), secondsAgo);
  }

  /** Any text, signed. @param secondsAgo when it was signed */
  signed(body: string, secondsAgo = 0): { body: string; signature: string } {
    const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
    const { webhooks } = new Stripe(STRIPE_KEY);
    const signature = webhooks.generateTestHeaderString({ payload: body, secret: STRIPE_WEBHOOK_SECRET, timestamp });
    return { body, signature };
  }

  private async hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push(`${String(request.method)} ${new URL(request.url ?? '/', this.url).pathname}`);
    if (this.garbled === undefined) return this.take(request, response);
    response.writeHead(200, { 'content-type': 'application/json' }).end(this.garbled());
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) this.faults.push('wrong key');
    if (request.method === 'GET') return send(response, this.read(pathname, searchParams));
    const trouble = this.troubles.shift();
    if (trouble === 'rate_limited') return send(response, failure(429, 'rate_limit_error', 'Too many requests'));
    if (trouble === 'unavailable') return send(response, failure(500, 'api_error', 'Try again'));
    await this.at('arrived');
    if (trouble === 'dropped') return;
    const answer = this.once(String(request.headers['idempotency-key'] ?? ''), pathname, form);
    await this.at('carried_out');
    if (trouble === 'lost') return;
    send(response, trouble === 'failed' ? failure(500, 'api_error', 'Try again') : answer);
    await this.at('responded');
  }

  /** The same key with the same request gets the same answer; with another it is an error (docs.stripe.com/api). */
  private once(key: string, path: string, form: Form): Answer {
    if (key === '') this.faults.push(`${path} has no idempotency key`);
    const request = JSON.stringify([path, form]);
    const known = this.replies.get(key);
    if (known !== undefined) {
      return known.request === request ? known.answer : failure(400, 'idempotency_error', 'Keys are for one request');
    }
    const answer = this.write(path, form);
    this.replies.set(key, { request, answer });
    return answer;
  }

  private write(path: string, form: Form): Answer {
    if (path === '/v1/payment_intents') return this.create(form);
    if (path === '/v1/refunds') return this.refund(form);
    const [, id = '', action = ''] = /^\/v1\/payment_intents\/(\w+)\/(capture|cancel)$/.exec(path) ?? [];
    const intent = this.intents.get(id);
    if (intent === undefined) return failure(404, 'invalid_request_error', `No such payment_intent: '${id}'`);
    this.check(action, form);
    return action === 'capture' ? capture(intent, form) : cancel(intent);
  }

  private create(form: Form): Answer {
    this.check('create', form);
    const returnUrl = form['return_url'];
    if ((form['automatic_payment_methods[allow_redirects]'] === 'always') !== (returnUrl !== undefined)) {
      this.faults.push('return_url goes with redirects');
    }
    const intent = paymentIntent(`pi_${this.intents.size + 1}`, intentFields(form));
    this.intents.set(intent.id, intent);
    const token = form['payment_method'];
    if (token === 'pm_unknown') return failure(400, 'invalid_request_error', `No such PaymentMethod: '${token}'`);
    if (token === 'pm_card_chargeDeclined') return declined(intent, 'card_declined', 'Your card was declined.');
    if (token === 'pm_card_authenticationRequired') return this.authentication(intent, returnUrl);
    return { status: 200, body: intent };
  }

  private authentication(intent: Stripe.PaymentIntent, returnUrl: string | undefined): Answer {
    if (returnUrl === undefined) {
      return declined(intent, 'authentication_required', 'This payment needs an authentication.');
    }
    const url = `https://hooks.stripe.com/redirect/${intent.id}`;
    const next = { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } };
    return { status: 200, body: Object.assign(intent, { status: 'requires_action' as const, next_action: next }) };
  }

  private refund(form: Form): Answer {
    this.check('refund', form);
    const intent = this.intent(form['payment_intent'] ?? '');
    const given = this.refunds
      .filter(({ payment_intent, status }) => payment_intent === intent.id && status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0);
    const amount = Number(form['amount']);
    if (given + amount > intent.amount_received) {
      return failure(400, 'invalid_request_error', 'Refund amount is greater than unrefunded amount', 'amount');
    }
    const { currency, created } = intent;
    const metadata = { attempt: form['metadata[attempt]'] ?? '' };
    const refund = refundObject(`re_${this.refunds.length + 1}`, {
      ...{ amount, currency, created, metadata, payment_intent: intent.id, status: this.refundStatus },
    });
    this.refunds.push(refund);
    return { status: 200, body: refund };
  }

  private read(path: string, query: URLSearchParams): Answer {
    const [, id] = /^\/v1\/payment_intents\/(\w+)$/.exec(path) ?? [];
    if (id !== undefined) return { status: 200, body: this.intent(id) };
    if (path === '/v1/refunds') {
      if (!this.intents.has(query.get('payment_intent') ?? '')) {
        this.faults.push(`refunds of ${String(query.get('payment_intent'))}`);
        return failure(404, 'invalid_request_error', 'No such payment_intent', 'payment_intent');
      }
      const found = this.refunds.filter(({ payment_intent }) => payment_intent === query.get('payment_intent'));
      return { status: 200, body: list(path, found, false) };
    }
    return { status: 200, body: this.page(path, query) };
  }

  private page(path: string, query: URLSearchParams): object {
    const [least, most] = [Number(query.get('created[gte]')), Number(query.get('created[lte]'))];
    const all = [...this.intents.values()].reverse().filter(({ created }) => created >= least && created <= most);
    const after = query.get('starting_after');
    const rest = after === null ? all : all.slice(all.findIndex(({ id }) => id === after) + 1);
    const limit = Number(query.get('limit'));
    return list(path, rest.slice(0, limit), rest.length > limit);
  }

  private intent(id: string): Stripe.PaymentIntent {
    const intent = this.intents.get(id);
    if (intent === undefined) throw new Error(`no payment intent ${id}`);
    return intent;
  }

  private check(request: string, form: Form): void {
    for (const [name, value] of Object.entries(form)) {
      if (FIELDS[request]?.[name]?.test(value) !== true) this.faults.push(`${request}: ${name}=${value}`);
    }
  }
}

function intentFields(form: Form): Parameters<typeof paymentIntent>[1] {
  const { amount = '', currency = '' } = form;
  const isManual = form['capture_method'] === 'manual';
  return {
    amount: Number(amount),
    currency,
    capture_method: isManual ? 'manual' : 'automatic',
    metadata: { attempt: form['metadata[attempt]'] ?? '', order: form['metadata[order]'] ?? '' },
    status: isManual ? 'requires_capture' : 'succeeded',
    created: Math.floor(Date.now() / 1000),
  };
}

function capture(intent: Stripe.PaymentIntent, form: Form): Answer {
  if (intent.status !== 'requires_capture') {
    return failure(400, 'invalid_request_error', 'This PaymentIntent could not be captured');
  }
  const received = { status: 'succeeded' as const, amount_received: Number(form['amount_to_capture']) };
  return { status: 200, body: Object.assign(intent, received) };
}

function cancel(intent: Stripe.PaymentIntent): Answer {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    return failure(400, 'invalid_request_error', 'You cannot cancel this PaymentIntent');
  }
  return { status: 200, body: Object.assign(intent, { status: 'canceled' as const }) };
}

function declined(intent: Stripe.PaymentIntent, code: string, message: string): Answer {
  Object.assign(intent, {
    status: 'requires_payment_method',
    last_payment_error: { type: 'card_error', code, message },
  });
  const body: StripeErrorBody = { error: { type: 'card_error', code, message, payment_intent: intent } };
  return { status: 402, body };
}

function failure(status: number, type: StripeErrorBody['error']['type'], message: string, param?: string): Answer {
  const body: StripeErrorBody = { error: { type, message, ...(param === undefined ? {} : { param }) } };
  return { status, body };
}

function list<T>(url: string, data: T[], has_more: boolean): Omit<Stripe.ApiList<T>, 'lastResponse'> {
  return { object: 'list', url, data, has_more };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
