import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { type Amount, amountText } from '../../kernel/money';
import { type GatewaySettings } from '../settings/gateway-description';
import { GatewaysService } from '../settings/gateways.service';
import { PAYMENT_GATEWAYS, type PaymentGateway } from './payment-gateway.port';
import { PaymentRefused } from './payments.errors';

/** A gateway of the store with its code and its settings. */
export interface OpenGateway {
  readonly port: PaymentGateway;
  /** Why it takes no new payments; undefined: it takes them. */
  readonly refusal: string | undefined;
  readonly settings: GatewaySettings;
}

/** Finds the code and the opened settings of gateways. */
@Injectable()
export class GatewayPorts {
  constructor(
    private readonly gateways: GatewaysService,
    @Inject(PAYMENT_GATEWAYS) private readonly ports: readonly PaymentGateway[],
  ) {}

  /** A gateway, enabled or not. Undefined when the store or the program does not have it. */
  async find(manager: EntityManager, slug: string): Promise<OpenGateway | undefined> {
    const stored = await this.gateways.findBySlug(manager, slug);
    const port = this.port(slug);
    if (stored === undefined || port === undefined) return undefined;
    return { port, refusal: this.gateways.refusal(stored), settings: this.gateways.settingsOf(stored) };
  }

  /** Whether payments by a gateway move no money. */
  isTest(slug: string): boolean {
    return this.port(slug)?.isTest === true;
  }

  /** Whether the program has a gateway. */
  has(slug: string): boolean {
    return this.port(slug) !== undefined;
  }

  /** @throws PaymentRefused when the program has no such gateway */
  requirePort(slug: string): PaymentGateway {
    const port = this.port(slug);
    if (port === undefined)
      throw new PaymentRefused({ gateway: [`gateway ${slug}, which took the payment, is not part of this version`] });
    return port;
  }

  /**
   * Requires an amount that a gateway takes, before anything is written: after that, its refusal leaves the outcome open.
   * @throws ValidationFailed naming the field
   */
  requireTaken(slug: string, field: string, amount: Amount, currency: string): void {
    const step = this.port(slug)?.totalStep?.(currency);
    if (step === undefined || amount % step === 0n) return;
    throw ValidationFailed.of(
      field,
      `must be a multiple of ${amountText(step)} ${currency}: ${slug} takes no smaller amounts`,
    );
  }

  private port(slug: string): PaymentGateway | undefined {
    return this.ports.find((port) => port.slug === slug);
  }
}
