import { ApiProperty } from '@nestjs/swagger';
import { type GatewayDescription, type GatewaySettings } from './gateway-description';

/** A setting of a gateway, never with its value (orders-and-payments.md 18). */
export class GatewaySettingRecord {
  @ApiProperty({ type: String, example: 'secret_key' })
  name!: string;

  @ApiProperty({ type: Boolean, description: 'Whether the gateway cannot be enabled without it.' })
  required!: boolean;

  @ApiProperty({ type: Boolean, description: 'Whether it is a secret, such as an API key.' })
  secret!: boolean;

  @ApiProperty({ type: Boolean, description: 'Whether the store has a value for it.' })
  set!: boolean;
}

/** Returns the settings that a gateway takes, then those that are stored and that it does not take. */
export function gatewaySettingRecords(
  gateway: GatewayDescription | undefined,
  stored: GatewaySettings,
): GatewaySettingRecord[] {
  const taken = gateway?.settings ?? [];
  const names = new Set(taken.map(({ name }) => name));
  const others = Object.keys(stored).filter((name) => !names.has(name));
  return [
    ...taken.map(({ name, required, secret }) => ({ name, required, secret, set: Object.hasOwn(stored, name) })),
    // The value of a setting that no code describes may be a secret.
    ...others.map((name) => ({ name, required: false, secret: true, set: true })),
  ];
}
