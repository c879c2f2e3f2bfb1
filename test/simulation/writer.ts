import { StoreError } from '../../src/kernel/errors';
import { type Scope } from '../../src/kernel/scopes';
import { type Ledger } from './ledger';
import { type Party, type Scheduler } from './scheduler';
import { type ApiProcess } from './simulated.process';
import { type Seeded } from './seeded';

const SCOPES: ReadonlySet<Scope> = new Set(['products:read', 'webhooks:read']);
const LONGEST_REST_MS = 700;

/** Objects that clients know of. */
export interface Known {
  readonly brands: string[];
  readonly webhooks: string[];
  names: number;
}

type Change = (api: ApiProcess) => Promise<unknown>;

/** A client that changes brands and webhooks, over one API process after another. */
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
        await change(api);
        this.scheduler.note(`has done: ${name}`);
      } catch (error) {
        this.scheduler.note(`has failed: ${name}: ${String(error)}`);
        if (!(error instanceof StoreError)) this.ledger.fail(`${name} failed: ${String(error)}`);
      }
    }
  }

  private next(): [string, Change] {
    const { brands, webhooks } = this.known;
    const at = this.random.next();
    if (webhooks.length === 0 || at < 0.08) return ['add a webhook', (api) => this.addWebhook(api)];
    if (brands.length === 0 || at < 0.3) return ['add a brand', (api) => this.addBrand(api)];
    if (at < 0.42) return ['two changes in one', (api) => this.twoChanges(api)];
    if (at < 0.5) return this.onOne(brands, 'remove brand', (id) => (api) => api.brands.remove(id, undefined));
    if (at < 0.54) return this.onOne(webhooks, 'remove webhook', (id) => (api) => api.webhooks.remove(id, undefined));
    if (at < 0.57) {
      const off = (id: string) => (api: ApiProcess) => api.webhooks.update(id, { enabled: false }, SCOPES, undefined);
      return this.onOne(webhooks, 'disable webhook', off);
    }
    return this.onOne(brands, 'change brand', (id) => (api) => this.change(api, id));
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
    const all = { create: true, update: true, delete: true, enabled: true, ordered: false };
    const none = { name: null, subject: null, secret: null, order: null, events: [] };
    const { id } = await api.webhooks.create({ ...none, ...all, url, contentType: 'json' }, SCOPES);
    this.known.webhooks.push(id);
  }

  private name(): string {
    return `name-${(this.known.names += 1)}`;
  }
}
