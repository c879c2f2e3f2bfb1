import { type IncomingHttpHeaders } from 'node:http';
import { Controller, Headers, HttpCode, Param } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { RawBody, TakesRawBody } from '../../../platform/http/body/body.guard';
import { BODY_TYPES, envelope } from '../../../platform/http/openapi/answers';
import { Post } from '../../../platform/http/post';
import { Public } from '../../../platform/http/principal';
import { PaymentCallbacksService } from '../payment-callbacks.service';

/** A notification of Stripe is a few KiB; the largest objects in one are far below this. */
const MAX_BYTES = 262_144;

/**
 * `/v1/payments/callbacks` (orders-and-payments.md 17): notifications of payment providers, checked by their
 * signature.
 */
@Public()
@ApiTags('Transactions')
@Controller('v1/payments/callbacks')
export class PaymentCallbacksController {
  constructor(private readonly callbacks: PaymentCallbacksService) {}

  @Post(':gateway')
  @HttpCode(200)
  @TakesRawBody(MAX_BYTES)
  @ApiOperation({
    operationId: 'addPaymentNotification',
    summary: 'Receive a notification of a payment provider',
    description: 'For payment providers. It takes no token: the signature of the provider is checked.',
    security: [],
  })
  @ApiParam({ name: 'gateway', description: 'Slug of the gateway.', schema: { type: 'string' }, example: 'stripe' })
  @ApiConsumes(...BODY_TYPES)
  @ApiBody({ description: 'The notification, as the provider sends it.', schema: { type: 'object' } })
  @ApiOkResponse({
    description: 'The notification was accepted.',
    ...envelope('CallbackResponse', { message: { type: 'string', example: 'Received' } }),
  })
  async receive(
    @Param('gateway') gateway: string,
    @RawBody() body: Buffer,
    @Headers() headers: IncomingHttpHeaders,
  ): Promise<{ status: true; message: string }> {
    await this.callbacks.receive(gateway, body, singleHeaders(headers));
    return { status: true, message: 'Received' };
  }
}

function singleHeaders(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
