import {
  type Charge,
  type Finding,
  type FollowUp,
  type Outcome,
  type PaymentGateway,
  type Question,
} from '../../src/modules/payments/payment-gateway.port';

/** Treatment of the next requests by the provider. `lost`: it acts, and its answer does not arrive. */
export type Mood = 'well' | 'declines' | 'dropped' | 'lost' | 'less' | 'otherwise';

/** The money of one charge, in ten-thousandths. */
interface Account {
  held: bigint;
  taken: bigint;
  given: bigint;
}

interface Refund {
  readonly account: Account;
  readonly amount: bigint;
}

const DECLINED = { status: 'declined', reference: 'd', message: 'No' } as const satisfies Outcome;
const REFUSED = { status: 'refused', message: 'Nothing to do' } as const satisfies Outcome;
const METHODS = ['purchase', 'authorize', 'capture', 'refund', 'void', 'find'] as const;

/** A provider with books of its own, in place of a gateway: what it says is compared with the ledger of the store. */
export class ProviderBooks {
  mood: Mood = 'well';
  private accounts = new Map<string, Account>();
  private outcomes = new Map<string, Outcome>();
  private refunds = new Map<string, Refund>();

  /** Answers for a gateway from now on. */
  replace(gateway: PaymentGateway): void {
    for (const method of METHODS)
      jest.spyOn(gateway, method).mockImplementation(((call: never) => this[method](call)) as never);
  }

  /** Forgets everything: an order is looked at alone. */
  clear(): void {
    this.accounts = new Map();
    this.outcomes = new Map();
    this.refunds = new Map();
    this.mood = 'well';
  }

  /** Sums over all charges. */
  sums(): Account {
    const all = [...this.accounts.values()];
    const sum = (of: keyof Account): bigint => all.reduce((total, account) => total + account[of], 0n);
    return { held: sum('held'), taken: sum('taken'), given: sum('given') };
  }

  /** A refund that was given fails after all. @returns its key; undefined: there is none */
  failRefund(): string | undefined {
    const [key] = this.refunds.keys();
    const refund = key === undefined ? undefined : this.refunds.get(key);
    if (key === undefined || refund === undefined) return undefined;
    this.refunds.delete(key);
    refund.account.given -= refund.amount;
    this.outcomes.set(key, DECLINED);
    return key;
  }

  /** An authorization ends by itself. @returns its key; undefined: there is none */
  endAuthorization(): string | undefined {
    for (const [key, account] of this.accounts) {
      if (account.held === 0n) continue;
      account.held = 0n;
      this.outcomes.set(key, DECLINED);
      return key;
    }
    return undefined;
  }

  private purchase(charge: Charge): Promise<Outcome> {
    return this.answer(charge.key, () => this.charged(charge, this.mood === 'otherwise'));
  }

  private authorize(charge: Charge): Promise<Outcome> {
    return this.answer(charge.key, () => this.charged(charge, this.mood !== 'otherwise'));
  }

  private charged({ key, amount: asked, currency }: Charge, isHeld: boolean): Outcome {
    const amount = this.moved(asked);
    this.accounts.set(key, { held: isHeld ? amount : 0n, taken: isHeld ? 0n : amount, given: 0n });
    return { status: 'accepted', reference: key, moved: { amount, currency, isHeld } };
  }

  private capture({ key, reference, amount: asked, currency }: FollowUp): Promise<Outcome> {
    return this.answer(key, () => {
      const account = this.accounts.get(reference);
      if (account === undefined || account.held < asked) return REFUSED;
      const amount = this.moved(asked);
      Object.assign(account, { held: 0n, taken: amount });
      return { status: 'accepted', reference, moved: { amount, currency, isHeld: false } };
    });
  }

  private refund({ key, reference, amount: asked, currency }: FollowUp): Promise<Outcome> {
    return this.answer(key, () => {
      const account = this.accounts.get(reference);
      if (account === undefined || account.taken - account.given < asked) return REFUSED;
      const amount = this.moved(asked);
      account.given += amount;
      this.refunds.set(key, { account, amount });
      return { status: 'accepted', reference: `r-${key}`, moved: { amount, currency, isHeld: false } };
    });
  }

  private void({ key, reference }: FollowUp): Promise<Outcome> {
    return this.answer(key, () => {
      const account = this.accounts.get(reference);
      if (account === undefined || account.held === 0n) return REFUSED;
      account.held = 0n;
      return { status: 'accepted', reference };
    });
  }

  private find({ key }: Question): Promise<Finding> {
    return Promise.resolve(this.outcomes.get(key) ?? { status: 'none' });
  }

  private moved(amount: bigint): bigint {
    return this.mood === 'less' && amount > 10_000n ? amount - 10_000n : amount;
  }

  private async answer(key: string, act: () => Outcome): Promise<Outcome> {
    if (this.mood === 'dropped') throw new Error('no connection');
    if (this.mood === 'declines') return DECLINED;
    const outcome = act();
    this.outcomes.set(key, outcome);
    if (this.mood === 'lost') throw new Error('no response');
    return outcome;
  }
}
