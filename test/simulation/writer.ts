import { StoreError } from '../../src/kernel/errors';
import { type Scope } from '../../src/kernel/scopes';
import { type WebhookFields } from '../../src/modules/webhooks/webhooks.service';
import { replay, resend } from './commands';
import { type Ledger } from './ledger';
import { type Party, type Scheduler } from './scheduler';
import { type ApiProcess } from './simulated.process';
import { type Seeded } from './seeded';
import { isOfDatabase } from './watches';

const SCOPES: ReadonlySet<Scope> = new Set(['products:read', 'webhooks:read']);
const LONGEST_REST_MS = 700;
/** Share of webhooks that are ordered from the start. */
const ORDERED = 0.4;

/** Objects that clients know of. */
export interface Known {
  readonly brands: string[];
  readonly webhooks: string[];
  names: number;
}

type Change = (api: ApiProcess, party: Party) => Promise<unknown>;

/** A client that changes brands and webhooks and has deliveries sent again, over one API process after another. */
export class Writer {
  constructor(
    private readonly known: Known,
    private readonly ledger: Ledger,
    private readonly scheduler: Scheduler,
    private readonly random: Seeded,
    /** Changes that it still makes. */
    public left: number,
  ) {}

  /** Makes changes for as long as the process lives. */
  async write(api: ApiProcess, party: Party): Promise<void> {
    while (this.left > 0 && !party.isDead) {
      await this.scheduler.pause(this.random.next() * LONGEST_REST_MS);
      this.left -= 1;
      const [name, change] = this.next();
      try {
        await change(api, party);
        this.scheduler.note(`has done: ${name}`);
      } catch (error) {
        this.scheduler.note(`has failed: ${name}: ${String(error)}`);
        if (!(error instanceof StoreError) && !isOfDatabase(error))
          this.ledger.fail(`${name} failed: ${String(error)}`);
      }
    }
  }

  private next(): [string, Change] {
    const { brands, webhooks } = this.known;
    const at = this.random.next();
    if (webhooks.length === 0 || at < 0.08) return ['add a webhook', (api) => this.addWebhook(api)];
    if (brands.length === 0 || at < 0.24) return ['add a brand', (api) => this.addBrand(api)];
    if (at < 0.34) return ['two changes in one', (api) => this.twoChanges(api)];
    if (at < 0.39) return this.onOne(brands, 'remove brand', (id) => (api) => api.brands.remove(id, undefined));
    return at < 0.65 ? this.onWebhook(at) : this.onOne(brands, 'change brand', (id) => (api) => this.change(api, id));
  }

  private onWebhook(at: number): [string, Change] {
    const { webhooks } = this.known;
    const set = (fields: Partial<WebhookFields>) => (id: string) => (api: ApiProcess) =>
      api.webhooks.update(id, fields, SCOPES, undefined);
    const changes: readonly (readonly [until: number, name: string, change: (id: string) => Change])[] = [
      [0.42, 'remove webhook', (id) => (api) => api.webhooks.remove(id, undefined)],
      [0.44, 'disable webhook', set({ enabled: false })],
      [0.47, 'enable webhook and replay', (id) => this.enable(id)],
      [0.48, 'enable webhook', set({ enabled: true })],
      [0.495, 'order webhook', set({ ordered: true })],
      [0.505, 'order webhook no more', set({ ordered: false })],
      [0.515, 'select no changes for webhook', set({ update: false })],
      [0.525, 'select changes for webhook', set({ update: true })],
    ];
    const found = changes.find(([until]) => at < until);
    if (found !== undefined) return this.onOne(webhooks, found[1], found[2]);
    if (at < 0.57) {
      const state = this.random.pick([null, null, 'delivered', 'dead', 'cancelled'] as const);
      const name = `replay ${state ?? 'everything'} to webhook`;
      return this.onOne(webhooks, name, (id) => (api, party) => replay(this.ledger, api, party, id, state));
    }
    return this.resendOne();
  }

  /** As who mends a receiver that was gone: what it has missed is replayed. */
  private enable(id: string): Change {
    return async (api, party) => {
      await api.webhooks.update(id, { enabled: true }, SCOPES, undefined);
      await replay(this.ledger, api, party, id, null);
    };
  }

  private resendOne(): [string, Change] {
    const kept = [...this.ledger.deliveries.values()].filter(({ isRemoved }) => !isRemoved);
    if (kept.length === 0) return ['add a brand', (api) => this.addBrand(api)];
    const delivery = this.random.pick(kept);
    return [`resend ${delivery.id}`, (api, party) => resend(this.ledger, api, party, delivery)];
  }

  private onOne(ids: readonly string[], name: string, change: (id: string) => Change): [string, Change] {
    const id = this.random.pick(ids);
    return [`${name} ${id}`, change(id)];
  }

  private change(api: ApiProcess, id: string): Promise<unknown> {
    return api.brands.update(id, { title: this.name() }, undefined);
  }

  private async addBrand(api: ApiProcess): Promise<string> {
    const fields = { title: 'A brand', slug: this.name(), description: null, status: '1' as const };
    const { id } = await api.brands.create(fields);
    this.known.brands.push(id);
    return id;
  }

  /** As a request with an Idempotency-Key: its events are written together. */
  private twoChanges(api: ApiProcess): Promise<unknown> {
    const id = this.random.pick(this.known.brands);
    const fields = { title: 'A brand', slug: this.name(), description: null, status: '1' as const };
    return api.transactions.runAmbient(async () => {
      await this.change(api, id);
      await api.brands.create(fields);
    });
  }

  private async addWebhook(api: ApiProcess): Promise<void> {
    const url = `http://${this.name()}.example`;
    const all = { create: true, update: true, delete: true, enabled: true, ordered: this.random.chance(ORDERED) };
    const none = { name: null, subject: null, secret: null, order: null, events: [] };
    const { id } = await api.webhooks.create({ ...none, ...all, url, contentType: 'json' }, SCOPES);
    this.known.webhooks.push(id);
  }

  private name(): string {
    return `name-${(this.known.names += 1)}`;
  }
}
