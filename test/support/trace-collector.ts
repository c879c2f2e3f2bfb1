import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Receiver, startReceiver } from './receiver';

type Value = { readonly stringValue?: string; readonly intValue?: number | string };

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code?: number };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SentSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

/** A span as it arrived. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for the first of a trace. */
  readonly parent: string | undefined;
  readonly service: unknown;
  readonly name: string;
  readonly kind: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** `traceId/spanId` of each. */
  readonly links: readonly string[];
  readonly isFailed: boolean;
}

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];

function plain(attributes: SentSpan['attributes']): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
}

function collected(sent: Sent): CollectedSpan[] {
  return sent.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parent: span.parentSpanId === undefined || span.parentSpanId === '' ? undefined : span.parentSpanId,
        service: plain(resource.attributes)['service.name'],
        name: span.name,
        kind: KINDS[span.kind] ?? String(span.kind),
        attributes: plain(span.attributes),
        links: (span.links ?? []).map((link) => `${link.traceId}/${link.spanId}`),
        isFailed: span.status.code === 2,
      })),
    ),
  );
}

/** A collector of OpenTelemetry on loopback that takes OTLP over HTTP as JSON and keeps what it got. */
export interface TraceCollector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Everything it was sent: addresses, headers and bodies, as text. */
  readonly heard: string;
  readonly connections: () => number;
  /** Resolves as soon as there are at least `count` spans that are like that. */
  arrived(count: number, isIt: (span: CollectedSpan) => boolean): Promise<CollectedSpan[]>;
  /** From now on requests are taken and never answered. */
  hang(): void;
  /** Resolves when a request has been taken since the last call of {@link hang}. */
  asked(): Promise<void>;
  close(): Promise<void>;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const looks = new Set<() => void>();
  let heard = '';
  let isHanging = false;
  let held = 0;
  const take = async (request: IncomingMessage): Promise<boolean> => {
    const body = await text(request);
    heard += `${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${body}\n`;
    if (isHanging) held += 1;
    else spans.push(...collected(JSON.parse(body) as Sent));
    looks.forEach((look) => look());
    return !isHanging;
  };
  const server = createServer((request, response) => {
    void take(request).then((isTaken) => {
      if (isTaken) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const receiver: Receiver = await startReceiver(server, '127.0.0.1');
  const until = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = find();
        if (found === undefined) return;
        looks.delete(look);
        resolve(found);
      };
      looks.add(look);
      look();
    });
  return {
    url: `http://127.0.0.1:${receiver.port}`,
    spans,
    get heard() {
      return heard;
    },
    connections: () => receiver.connections(),
    arrived: (count, isIt) =>
      until(() => {
        const found = spans.filter(isIt);
        return found.length >= count ? found : undefined;
      }),
    hang: () => {
      isHanging = true;
      held = 0;
    },
    asked: async () => void (await until(() => held || undefined)),
    close: () => receiver.close(),
  };
}
