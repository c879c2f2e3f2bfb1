import { join } from 'node:path';
import { TEST_TOKEN } from '../support/store';
import { ensureBuilt, StoreProcess } from '../support/store.process';
import { type StoreProcesses, startProcesses } from '../support/store.processes';
import { onEachEngine } from '../support/engines';
import { aNumber, like } from '../support/matchers';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../support/trace-collector';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const BATCH = {
  'messaging.system': 'storekeeper',
  'messaging.operation.type': 'process',
  'messaging.destination.name': 'webhook-events',
  // The event of the webhook itself may be in it, and the sweep may come first.
  'messaging.batch.message_count': aNumber,
  'storekeeper.batch.found_by': like(/^(?:job|sweep)$/),
};
const SDK_WATCH = `--require ${join(__dirname, '../support/sdk-watch.cjs')}`;

// A build takes half a minute on a busy machine.
beforeAll(ensureBuilt);
afterAll(() => StoreProcess.stopAll());

const collectors: TraceCollector[] = [];
/** Starts a collector that is closed after the test, also when it fails. */
async function collectorOfATest(): Promise<TraceCollector> {
  const collector = await startTraceCollector();
  collectors.push(collector);
  return collector;
}
afterEach(() => Promise.all(collectors.splice(0).map((collector) => collector.close())));

onEachEngine('traces', (engine) => {
  let collector: TraceCollector;
  let receiver: WebhookReceiver;
  let store: StoreProcesses;
  const isEmbedded = engine.redisUrl === undefined;
  const worker = isEmbedded ? 'shop' : 'shop-worker';

  beforeAll(async () => {
    [collector, receiver] = await Promise.all([startTraceCollector(), startWebhookReceiver()]);
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=for%20the%20collector',
      OTEL_BSP_SCHEDULE_DELAY: '20',
      WEBHOOK_SCHEDULE: '0,0,0',
      METRICS_ON_API: '1',
    };
    const names = { api: { OTEL_SERVICE_NAME: 'shop' }, worker: { OTEL_SERVICE_NAME: worker } };
    store = await startProcesses(engine, env, names);
  });
  afterAll(async () => {
    await store.stop();
    await receiver.close();
    await collector.close();
  });

  const hook = async (url: string): Promise<string> => {
    const form = { url, content_type: 'json', create: '1', update: '1', delete: '1', enabled: '1' };
    const { status, result } = await store.call('POST', '/v1/webhooks', { ...form, 'events[]': 'brand.*' });
    expect(status).toBe(201);
    return result.id;
  };
  const drop = (id: string) => store.call('DELETE', `/v1/webhooks/${id}`);
  const happen = (slug: string, headers: Record<string, string>) =>
    store.call('POST', '/v1/brands?note=query-marker', { title: 'body-marker', slug }, headers);
  const inTrace = (id: string) => collector.spans.filter(({ traceId }) => traceId === id);

  it('follows a request of a traced caller through its event to a failed attempt and the next one', async () => {
    let calls = 0;
    receiver.answer('/retried', () => ((calls += 1) === 1 ? 503 : 204));
    const id = await hook(receiver.url('/retried'));
    await happen('traced', { traceparent: `00-${TRACE}-${CALLER}-01` });
    await collector.arrived(2, ({ traceId, name }) => traceId === TRACE && name === 'deliver brand.created');
    await collector.arrived(1, ({ traceId, kind }) => traceId === TRACE && kind === 'server');
    const [event, delivery] = receiver.calls('/retried').map(({ headers }) => headers['webhook-id']);
    expect(delivery).toBe(event);
    const spans = inTrace(TRACE).sort((a, b) => orderOf(a) - orderOf(b));
    const nameOf = new Map(spans.map(({ spanId, name }) => [spanId, name]));
    const shown = spans.map(({ parent, service, name, kind, attributes, isFailed }) => {
      const { 'storekeeper.delivery.id': _, ...rest } = attributes;
      return { name, kind, service, under: nameOf.get(parent ?? '') ?? parent, isFailed, attributes: rest };
    });
    const messaging = { 'messaging.system': 'storekeeper' };
    const attempt = {
      name: 'deliver brand.created',
      kind: 'client',
      service: worker,
      under: 'create events',
    };
    const call = {
      'http.request.method': 'POST',
      'messaging.message.id': event,
      'storekeeper.webhook.id': id,
      'server.address': '127.0.0.1',
    };
    expect(shown).toEqual([
      {
        name: 'POST /v1/brands',
        kind: 'server',
        service: 'shop',
        under: CALLER,
        isFailed: false,
        attributes: {
          'http.request.method': 'POST',
          'http.route': '/v1/brands',
          'http.response.status_code': 201,
          'storekeeper.client.id': 'bootstrap',
        },
      },
      {
        name: 'create events',
        kind: 'producer',
        service: 'shop',
        under: 'POST /v1/brands',
        isFailed: false,
        attributes: {
          ...messaging,
          'messaging.operation.type': 'create',
          'messaging.destination.name': 'events',
          'messaging.message.id': event,
          'storekeeper.event.type': 'brand.created',
        },
      },
      {
        name: 'fan out',
        kind: 'internal',
        service: worker,
        under: 'create events',
        isFailed: false,
        attributes: { 'storekeeper.event.type': 'brand.created', 'storekeeper.event.deliveries': 1 },
      },
      {
        ...attempt,
        isFailed: true,
        attributes: {
          ...call,
          'storekeeper.delivery.attempt': 1,
          'http.response.status_code': 503,
          'storekeeper.delivery.state': 'pending',
          'error.type': 'http_503',
        },
      },
      {
        ...attempt,
        isFailed: false,
        attributes: {
          ...call,
          'http.request.resend_count': 1,
          'storekeeper.delivery.attempt': 2,
          'http.response.status_code': 204,
          'storekeeper.delivery.state': 'delivered',
        },
      },
    ]);
    await drop(id);
  });

  it('links the batch of a worker with the events in it, both ways', async () => {
    const trace = TRACE.replace('0af', '3af');
    const id = await hook(receiver.url('/linked'));
    await happen('linked', { traceparent: `00-${trace}-${CALLER}-01` });
    await collector.arrived(1, ({ traceId, name }) => traceId === trace && name === 'deliver brand.created');
    const [event] = await collector.arrived(1, ({ traceId, name }) => traceId === trace && name === 'create events');
    const [fanOut] = await collector.arrived(1, ({ traceId, name }) => traceId === trace && name === 'fan out');
    const of = ({ traceId, spanId }: CollectedSpan): string => `${traceId}/${spanId}`;
    const [batch] = await collector.arrived(1, ({ links }) => event !== undefined && links.includes(of(event)));
    expect(batch).toMatchObject({
      name: 'process webhook-events',
      kind: 'consumer',
      attributes: BATCH,
      service: worker,
      parent: undefined,
    });
    expect(fanOut?.links).toEqual([batch && of(batch)]);
    const job = collector.spans.filter(({ parent }) => parent === batch?.spanId).map(({ name }) => name);
    expect(job).toEqual(['send webhook-deliveries']);
    await drop(id);
  });

  it('says neither where a refused address lies nor anything that was sent', async () => {
    const reached = await hook(receiver.url('/reached'));
    const id = await hook('http://10.11.12.13/internal');
    await happen('refused', { traceparent: `00-${TRACE.replace('0af', '4af')}-${CALLER}-01` });
    await collector.arrived(1, ({ attributes }) => attributes['storekeeper.webhook.id'] === reached);
    const [span] = await collector.arrived(1, ({ attributes }) => attributes['storekeeper.webhook.id'] === id);
    expect({ ...span?.attributes, 'storekeeper.delivery.id': '', 'messaging.message.id': '' }).toEqual({
      'http.request.method': 'POST',
      'messaging.message.id': '',
      'storekeeper.webhook.id': id,
      'storekeeper.delivery.id': '',
      'storekeeper.delivery.attempt': 1,
      'storekeeper.delivery.state': 'blocked',
      'error.type': 'address_refused',
    });
    await drop(id);
    await drop(reached);
    await store.call('GET', '/v1/carts/cart-marker');
    await collector.arrived(1, ({ name }) => name === 'GET /v1/carts/:cart_id');
    for (const secret of [
      TEST_TOKEN,
      'body-marker',
      'query-marker',
      'cart-marker',
      '10.11.12.13',
      '/reached',
      '/internal',
    ]) {
      expect(collector.heard).not.toContain(secret);
    }
    expect(collector.heard).toContain('"api-key":"for the collector"');
    expect(receiver.calls('/reached')[0]?.headers).not.toHaveProperty('traceparent');
  });

  it('keeps no trace that its caller does not keep, and no probe', async () => {
    const unkept = TRACE.replace('0af', '1af');
    await happen('unkept', { traceparent: `00-${unkept}-${CALLER}-00` });
    await store.call('GET', '/health/ready').catch(() => undefined);
    await happen('kept', { traceparent: `00-${TRACE.replace('0af', '2af')}-${CALLER}-01` });
    await collector.arrived(1, ({ traceId, name }) => traceId.startsWith('2af') && name === 'fan out');
    expect(inTrace(unkept)).toEqual([]);
    expect(collector.spans.filter(({ name }) => name.includes('health'))).toEqual([]);
  });

  it('begins a trace of its own after a traceparent that makes no sense', async () => {
    await happen('nonsense', { traceparent: 'nonsense' });
    // No other test makes a brand without a trace.
    const [root] = await collector.arrived(1, ({ name, parent }) => name === 'POST /v1/brands' && parent === undefined);
    expect(root?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(root?.attributes).toMatchObject({ 'http.route': '/v1/brands', 'http.response.status_code': 201 });
  });

  it('puts the trace into the log lines of its requests', async () => {
    const trace = TRACE.replace('0af', '5af');
    await happen('logged', { traceparent: `00-${trace}-${CALLER}-01` });
    await store.api.line((line) => line['path'] === '/v1/brands' && line['trace_id'] === trace);
    const traces = store.api.lines.filter(({ path }) => path === '/v1/brands').map(({ trace_id: id }) => id);
    expect(traces.every((id) => /^[0-9a-f]{32}$/.test(String(id)))).toBe(true);
  });
});

onEachEngine('a store whose collector is away', (engine) => {
  it.each(['refuses connections', 'hangs'])('works as ever when it %s, and says so once', async (how) => {
    const collector = await collectorOfATest();
    collector.hang();
    if (how === 'refuses connections') await collector.close();
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '5',
      // It tries a refused connection again for as long: ten seconds unless told.
      ...(how === 'hangs' ? {} : { OTEL_EXPORTER_OTLP_TIMEOUT: '500' }),
      METRICS_ON_API: '1',
    };
    const store = await startProcesses(engine, env);
    const slug = how.replaceAll(' ', '-');
    expect((await store.call('POST', '/v1/brands', { title: 'A brand', slug })).status).toBe(201);
    if (how === 'hangs') await collector.asked();
    else await store.api.line(({ msg }) => String(msg).startsWith('traces do not reach the collector'));
    for (let i = 0; i < 20; i += 1) expect((await store.call('GET', '/v1/brands')).status).toBe(200);
    await store.stop();
    expect(await store.api.ended).toMatchObject({ code: 0, stderr: '' });
    expect(await store.worker.ended).toMatchObject({ code: 0, stderr: '' });
    const warnings = store.api.lines.filter(({ level }) => level === 'warn').map(({ msg }) => msg);
    expect(warnings).toEqual(
      how === 'hangs' ? [] : ['traces do not reach the collector. Further failures are only counted'],
    );
  });
});

onEachEngine('a store without a collector', (engine) => {
  it('loads nothing of it, connects to nobody and writes no trace', async () => {
    const collector = await collectorOfATest();
    const store = await startProcesses(engine, { NODE_OPTIONS: SDK_WATCH });
    const traceparent = `00-${TRACE}-${CALLER}-01`;
    expect((await store.call('POST', '/v1/brands', { title: 'A brand', slug: 'off' }, { traceparent })).status).toBe(
      201,
    );
    await store.stop();
    expect((await store.api.ended).stderr).toBe('modules of the SDK: none\n');
    expect((await store.worker.ended).stderr).toBe('modules of the SDK: none\n');
    expect(store.api.lines.filter((line) => 'trace_id' in line)).toEqual([]);
    expect(collector.connections()).toBe(0);
  });

  it('would be seen loading it', async () => {
    const collector = await collectorOfATest();
    const store = await startProcesses(engine, { NODE_OPTIONS: SDK_WATCH, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await store.call('GET', '/v1/brands');
    await store.stop();
    expect((await store.api.ended).stderr).toBe('modules of the SDK: some\n');
    expect(collector.connections()).toBeGreaterThan(0);
  });
});

/** Requests, then events, fan-outs, attempts in their order. */
function orderOf({ name, attributes }: CollectedSpan): number {
  const names = ['POST /v1/brands', 'create events', 'fan out', 'deliver brand.created'];
  return names.indexOf(name) * 10 + Number(attributes['storekeeper.delivery.attempt'] ?? 0);
}
