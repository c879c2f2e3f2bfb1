import { ApiProperty } from '@nestjs/swagger';
import { type Gateway } from './data/gateway.entity';

/** Calls of `/v1/checkout/payment/{method}/{order}` that the buyer's page may make. */
const BUYER_METHODS = ['purchase', 'authorize'] as const;
type BuyerMethod = (typeof BUYER_METHODS)[number];

/** A gateway as the page of a checkout shows it (storefront.md 12): nothing of its settings. */
export class EnabledGatewayRecord {
  @ApiProperty({ type: String, example: 'stripe' })
  slug!: string;

  @ApiProperty({ type: String, example: 'Stripe' })
  name!: string;

  @ApiProperty({ type: String, nullable: true })
  description!: string | null;

  @ApiProperty({ type: Boolean, enum: [true] })
  enabled!: true;

  @ApiProperty({
    type: [String],
    enum: BUYER_METHODS,
    enumName: 'BuyerMethod',
    description:
      "Payment methods that a public client can call. A gateway that only records payments takes 'authorize'.",
    example: ['purchase', 'authorize'],
  })
  methods!: BuyerMethod[];
}

/** @param isRecordOnly whether the gateway records what the shop was paid elsewhere */
export function enabledGatewayRecord(
  { slug, name, description }: Gateway,
  isRecordOnly: boolean,
): EnabledGatewayRecord {
  const methods: BuyerMethod[] = isRecordOnly ? ['authorize'] : [...BUYER_METHODS];
  return { slug, name, description, enabled: true, methods };
}
