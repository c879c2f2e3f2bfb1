import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { Transactions } from '../../platform/database/connection/transactions';
import { countSeals, type SealCount } from '../../platform/secrets/seal-count';
import { type SealState, Secrets } from '../../platform/secrets/secrets';
import { Gateway } from './data/gateway.entity';
import { type GatewaySettings, MAX_SETTINGS } from './gateway-description';

/** Seals the settings of gateways at rest with `SECRETS_KEY` (orders-and-payments.md 18). */
@Injectable()
export class GatewaySecretsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly secrets: Secrets,
  ) {}

  /** Puts settings into a gateway that is about to be saved; the same settings leave the row as it is. */
  put(gateway: Gateway, settings: GatewaySettings | null): void {
    const text = settings === null ? null : JSON.stringify(settings);
    if (this.isReadable(gateway) && text === this.text(gateway)) return;
    gateway.settings = text === null ? null : this.secrets.seal(text, boundTo(gateway));
  }

  /** Puts some settings into a gateway that is about to be saved, and removes those that are empty. @throws ValidationFailed */
  patch(gateway: Gateway, changes: GatewaySettings): void {
    const all = Object.entries({ ...this.readable(gateway), ...changes }).filter(([, value]) => value !== '');
    if (all.length > MAX_SETTINGS) throw ValidationFailed.of('settings', `must hold at most ${MAX_SETTINGS} texts`);
    this.put(gateway, all.length === 0 ? null : Object.fromEntries(all));
  }

  /** The settings of a gateway; none when the key that sealed them is not there. */
  readable(gateway: Gateway): GatewaySettings {
    return this.isReadable(gateway) ? this.open(gateway) : {};
  }

  /** @throws SecretUnreadable when the key that sealed them is not there */
  open(gateway: Gateway): GatewaySettings {
    return JSON.parse(this.text(gateway) ?? '{}') as GatewaySettings;
  }

  /** Seals the settings that a version from before has left in the clear. Safe to run again. */
  async sealClear(): Promise<void> {
    await this.each(async (gateway) => {
      if (!isClear(gateway.settings)) return false;
      gateway.settings = this.secrets.seal(gateway.settings, boundTo(gateway));
      return true;
    });
  }

  /**
   * Looks at the settings of every gateway that has some.
   * @param write whether those under an older key are sealed anew
   * @returns how they were found, before the writing; those in the clear count as old
   */
  async reseal(write: boolean): Promise<SealCount> {
    const states: SealState[] = [];
    await this.each(async (gateway) => {
      const state = this.stateOf(gateway);
      states.push(state);
      if (!write || state !== 'old') return false;
      gateway.settings = this.secrets.seal(this.text(gateway) ?? '{}', boundTo(gateway));
      return true;
    });
    return countSeals(states);
  }

  /** Resolves with the state of the settings of every gateway that has some; those in the clear count as old. */
  async states(): Promise<SealState[]> {
    const rows = await this.transactions.manager.findBy(Gateway, { settings: Not(IsNull()) });
    return rows.map((gateway) => this.stateOf(gateway));
  }

  /** Resolves whether a gateway has sealed settings. */
  async hasSealed(): Promise<boolean> {
    const rows = await this.transactions.manager.findBy(Gateway, { settings: Not(IsNull()) });
    return rows.some(({ settings }) => !isClear(settings));
  }

  private stateOf(gateway: Gateway): SealState {
    const { settings } = gateway;
    return isClear(settings) ? 'old' : this.secrets.stateOf(settings ?? '', boundTo(gateway));
  }

  /** Settings whose key is lost are replaced by new ones. */
  private isReadable(gateway: Gateway): boolean {
    const { settings } = gateway;
    return settings === null || isClear(settings) || this.secrets.stateOf(settings, boundTo(gateway)) !== 'unreadable';
  }

  private text(gateway: Gateway): string | null {
    if (gateway.settings === null || isClear(gateway.settings)) return gateway.settings;
    return this.secrets.open(gateway.settings, boundTo(gateway));
  }

  /** The gateways are few: each is part of the program. @param change returns whether it changed the row */
  private each(change: (gateway: Gateway) => Promise<boolean>): Promise<void> {
    return this.transactions.run(async (tx) => {
      const rows = await tx.find(Gateway, { where: { settings: Not(IsNull()) }, order: { id: 'ASC' } });
      for (const gateway of rows) {
        // No event and no new version: nothing that anybody can see has changed.
        if (await change(gateway)) await tx.save(gateway, { listeners: false });
      }
    });
  }
}

function boundTo({ slug }: Gateway): string {
  return `gateway:${slug}`;
}

/** JSON text of an object; what is sealed begins with its version. */
function isClear(settings: string | null): settings is string {
  return settings?.startsWith('{') === true;
}
