import { asJson } from '../../../platform/http/body/field.shapes';
import { FieldProblem } from '../../../kernel/fields/field-problem';
import { BooleanField, Field, TextField } from '../../../platform/http/fields/fields';
import { sentOf } from '../../../platform/http/fields/patch';
import { type GatewaySettings, MAX_SETTINGS } from '../gateway-description';
import { type GatewayChanges } from '../gateways.service';

/** A private key in PEM form has about 3,300 characters. */
const MAX_SETTING = 8_192;
const NO_SETTINGS = 'must be an object of texts';

const SETTINGS = {
  type: 'object',
  additionalProperties: { type: 'string', maxLength: MAX_SETTING },
  maxProperties: MAX_SETTINGS,
} as const;

/** Settings by name; one sent empty has no characters. */
function readChanges(raw: unknown): GatewaySettings | FieldProblem {
  let sent: unknown;
  try {
    sent = asJson(raw);
  } catch (error) {
    if (error instanceof RangeError) return new FieldProblem(NO_SETTINGS);
    throw error;
  }
  if (Array.isArray(sent)) return new FieldProblem(NO_SETTINGS);
  const settings = Object.entries(sent as object).map(([name, value]): [string, unknown] => [name, value ?? '']);
  if (settings.length > MAX_SETTINGS) return new FieldProblem(`must hold at most ${MAX_SETTINGS} texts`);
  const faults = settings.flatMap(([name, value]) => settingFault(`settings.${name}`, value));
  if (faults.length > 0) return new FieldProblem(NO_SETTINGS, Object.fromEntries(faults));
  return Object.fromEntries(settings) as GatewaySettings;
}

/** Settings by name; one sent empty is left out. */
function readSettings(raw: unknown): unknown {
  const sent = readChanges(raw);
  if (sent instanceof FieldProblem) return sent;
  const settings = Object.entries(sent).filter(([, value]) => value !== '');
  return settings.length === 0 ? null : Object.fromEntries(settings);
}

function settingFault(path: string, value: unknown): [string, string[]][] {
  if (typeof value !== 'string') return [[path, [`${path} must be text`]]];
  return value.length > MAX_SETTING ? [[path, [`${path} must be at most ${MAX_SETTING} characters`]]] : [];
}

/** Changes of a gateway: omitted fields stay, empty ones return to their defaults. */
export class UpdateGatewayDto {
  @TextField({ description: 'Display name. Default: the built-in name.', example: 'Invoice' })
  name?: string | null;

  @TextField({ max: 65_536, description: 'Display text.' })
  description?: string | null;

  @BooleanField({ description: '1: customers can choose this gateway at checkout. Default 1.' })
  enabled?: boolean | null;

  @Field(readSettings, SETTINGS, {
    description: 'Keys and secrets of the payment provider. Write-only. Replaces all stored settings.',
  })
  settings?: GatewaySettings | null;

  /** Only what was sent. */
  toPatch(): GatewayChanges {
    return sentOf(this, {
      name: this.name ?? null,
      description: this.description ?? null,
      enabled: this.enabled ?? true,
      settings: this.settings ?? null,
    });
  }
}

/** Changes of some settings of a gateway. */
export class UpdateGatewaySettingsDto {
  @Field(readChanges, SETTINGS, {
    required: true,
    description: 'Keys and secrets of the payment provider by name. Write-only. Empty: removes the setting.',
    example: { secret_key: 'sk_live_…' },
  })
  settings!: GatewaySettings;
}
