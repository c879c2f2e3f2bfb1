import { type DeliveryStore, startDeliveryStore } from './delivery-store';
import { type Engine } from './engines';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver';

/** The answer to a change of one record. */
export interface Body {
  readonly result: Record<string, unknown> & { id: string; secret: string; scopes?: string[] | null };
  readonly errors?: Record<string, string[]>;
}
/** A delivery, and its attempts where one was read by itself. */
export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly type: string;
  readonly state: string;
  readonly attempts_made: number;
  readonly next_attempt_at: string | null;
  readonly error: string | null;
  readonly attempts: { number: number; status: number | null; error: string | null; response: string | null }[];
}

/** A store that delivers, a receiver, and what tests of the two do all the time. To be made in a block of `onEachEngine`. */
export function webhookWorld(engine: Engine, env: Record<string, string> = {}) {
  let delivering: DeliveryStore;
  let receiver: WebhookReceiver;
  let paths = 0;
  beforeAll(async () => {
    [delivering, receiver] = await Promise.all([startDeliveryStore(engine, env), startWebhookReceiver()]);
  });
  afterEach(() => delivering.setClock());
  afterAll(async () => {
    await delivering.close();
    await receiver.close();
  });

  const request = <B = Body>(method: string, path: string, call = {}) =>
    delivering.store.request<B>(method, path, call);
  /** A webhook that receives changes of brands, at its own path. */
  const hook = async (fields: Record<string, unknown> = {}, token?: string) => {
    const path = `/hook-${(paths += 1)}`;
    const kinds = { create: 1, update: 1, delete: 1, enabled: 1, events: ['brand.*'] };
    const form = { url: receiver.url(path), content_type: 'json', ...kinds, ...fields };
    const { status, body } = await request('POST', '/v1/webhooks', { form, token });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return { path, at: `/v1/webhooks/${body.result.id}`, ...body.result };
  };
  const drop = (at: string) => request('DELETE', at);
  let brands = 0;
  /** Makes something happen; resolves with the id of the brand that it happened to. */
  const happen = async (): Promise<string> => {
    const form = { title: 'A brand', slug: `brand-${(brands += 1)}` };
    return (await request('POST', '/v1/brands', { form })).body.result.id;
  };
  const deliveries = async (at: string, query: Record<string, string> = {}): Promise<Delivery[]> =>
    (await request<{ result: Delivery[] }>('GET', `${at}/deliveries`, { query })).body.result;
  const delivery = async (at: string): Promise<Delivery> => {
    const [first] = await deliveries(at);
    return (await request<{ result: Delivery }>('GET', `${at}/deliveries/${first?.id}`)).body.result;
  };
  const brief = ({ state, error, attempts_made }: Delivery) => ({ state, error, attempts_made });

  return {
    get delivering() {
      return delivering;
    },
    get receiver() {
      return receiver;
    },
    request,
    hook,
    drop,
    happen,
    deliveries,
    delivery,
    brief,
  };
}
