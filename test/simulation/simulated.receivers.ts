import { type AttemptOutcome } from '../../src/modules/webhooks/domain/attempt-outcome';
import { type WebhookCall } from '../../src/modules/webhooks/delivery/webhook-sender';
import { type Faults } from './faults';
import { Party, type Scheduler } from './scheduler';
import { type Seeded } from './seeded';

/** Kinds of receivers: good, sometimes failing, always failing, or so slow that some requests time out. */
const MANNERS = ['good', 'good', 'flaky', 'dead', 'slow'] as const;
type Manner = (typeof MANNERS)[number];

/** A call that reached its receiver. */
export interface ReceivedCall {
  readonly url: string;
  readonly eventId: string;
  readonly body: string;
  readonly status: number;
}

const FAST_MS = 80;
const SLOW_MS = 9_000;

/** The receivers of the webhooks and the network before them. */
export class SimulatedReceivers {
  /** Called when a process begins a call, and when a call has reached its receiver. */
  onSend: (call: WebhookCall, party: Party) => void = () => undefined;
  onReceived: (call: ReceivedCall) => void = () => undefined;
  private readonly network = new Party('network');
  private readonly manners = new Map<string, Manner>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly faults: Faults,
    private readonly random: Seeded,
    private readonly deadlineMs: number,
  ) {}

  /** Sends a call for the process whose code runs. */
  send(call: WebhookCall): Promise<AttemptOutcome> {
    const { scheduler } = this;
    const party = scheduler.current;
    this.onSend(call, party);
    const eventId = call.headers['webhook-id'] ?? '';
    const manner = this.mannerOf(call.url);
    scheduler.note(`sends ${eventId} to ${call.url}, attempt ${call.headers['webhook-attempt']}`);
    const ms = this.random.next() * (manner === 'slow' ? SLOW_MS : FAST_MS);
    const status = this.status(manner);
    const isReset = this.faults.happens('lost');
    return new Promise((resolve) => {
      scheduler.after(ms, this.network, () => {
        this.onReceived({ url: call.url, eventId, body: call.body.toString(), status });
        scheduler.note(`answers ${status} for ${eventId} to ${call.url}`, this.network);
      });
      const isLate = ms > this.deadlineMs;
      const took = Math.round(Math.min(ms, this.deadlineMs));
      const failed = isLate ? 'deadline' : isReset ? 'reset' : undefined;
      scheduler.after(Math.min(ms, this.deadlineMs) + this.faults.latency(), party, () =>
        resolve(
          failed === undefined
            ? { outcome: 'response', status, retryAfter: null, head: '', ms: took }
            : { outcome: 'error', code: failed, ms: took },
        ),
      );
    });
  }

  private mannerOf(url: string): Manner {
    const manner = this.manners.get(url) ?? this.random.pick(MANNERS);
    this.manners.set(url, manner);
    return manner;
  }

  private status(manner: Manner): number {
    if (manner === 'dead') return 500;
    if (manner === 'flaky' && this.random.chance(0.4)) return this.random.pick([500, 503, 302]);
    return !this.faults.isQuiet && this.random.chance(0.004) ? 410 : 200;
  }
}
