import { Inject, Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module';
import { SettingsModule } from '../settings/settings.module';
import { GatewaysService } from '../settings/gateways.service';
import { Payment } from './data/payment.entity';
import * as registered from './gateways/registered-gateways';
import { PaymentsController } from './http/payments.controller';
import { PAYMENT_GATEWAYS, type PaymentGateway } from './payment-gateway.port';
import { PaymentLedgerService } from './payment-ledger.service';
import { PaymentsService } from './payments.service';

const classes = Object.values(registered);
const gateways = { provide: PAYMENT_GATEWAYS, inject: classes, useFactory: (...all: PaymentGateway[]) => all };

/** Takes payments for orders through the gateways, and tells settings which gateways the store has. */
@Module({
  imports: [SettingsModule, OrdersModule],
  controllers: [PaymentsController],
  providers: [...classes, gateways, PaymentsService, PaymentLedgerService],
})
export class PaymentsModule {
  static readonly entities = [Payment];

  constructor(settings: GatewaysService, @Inject(PAYMENT_GATEWAYS) all: readonly PaymentGateway[]) {
    settings.register(all);
  }
}
