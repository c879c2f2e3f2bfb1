import { Inject, Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { OrderIncludesService } from '../orders/order-includes.service';
import { OrdersModule } from '../orders/orders.module';
import { SettingsModule } from '../settings/settings.module';
import { GatewaysService } from '../settings/gateways.service';
import { Payment } from './data/payment.entity';
import * as registered from './gateways/registered-gateways';
import { PAYMENTS } from './payments.include';
import { PaymentCallbacksController } from './http/payment-callbacks.controller';
import { PaymentsController } from './http/payments.controller';
import { OrderPaymentsController } from './http/order-payments.controller';
import { TransactionsController } from './http/transactions.controller';
import { AuthorizationReleasesService } from './authorization-releases.service';
import { GatewayPorts } from './gateway-ports';
import { MoneyMovesService } from './money-moves.service';
import { OrderMoneyGuard } from './order-money.guard';
import { PaymentAnswersService } from './payment-answers.service';
import { PaymentAttemptsService } from './payment-attempts.service';
import { PAYMENT_GATEWAYS, type PaymentGateway } from './payment-gateway.port';
import { PaymentCallbacksService } from './payment-callbacks.service';
import { PaymentCompletionsService } from './payment-completions.service';
import { PaymentMetricsService } from './payment-metrics.service';
import { PaymentLedgerService } from './payment-ledger.service';
import { PaymentRecoveryService } from './payment-recovery.service';
import { PaymentSettlementService } from './payment-settlement.service';
import { PaymentsService } from './payments.service';
import { ProviderCallsService } from './provider-calls.service';
import { RecordedPaymentsService } from './recorded-payments.service';
import { RefundPreviewsController } from './http/refund-previews.controller';
import { RefundPlanService } from './refund-plan.service';
import { RefundedUnitsService } from './refunded-units.service';
import { RefundedOrdersService } from './refunded-orders.service';
import { RefundPreviewsService } from './refund-previews.service';
import { TransactionRecord, transactionRecords } from './transaction.record';

const classes = Object.values(registered);
const gateways = { provide: PAYMENT_GATEWAYS, inject: classes, useFactory: (...all: PaymentGateway[]) => all };

/** Takes payments for orders through the gateways, and tells settings which gateways the store has. */
@Module({
  imports: [SettingsModule, OrdersModule],
  controllers: [
    PaymentsController,
    OrderPaymentsController,
    RefundPreviewsController,
    TransactionsController,
    PaymentCallbacksController,
  ],
  providers: [
    ...classes,
    gateways,
    AuthorizationReleasesService,
    GatewayPorts,
    MoneyMovesService,
    OrderMoneyGuard,
    PaymentAnswersService,
    PaymentAttemptsService,
    PaymentCallbacksService,
    PaymentCompletionsService,
    PaymentLedgerService,
    PaymentMetricsService,
    PaymentRecoveryService,
    PaymentSettlementService,
    PaymentsService,
    ProviderCallsService,
    RecordedPaymentsService,
    RefundPlanService,
    RefundedOrdersService,
    RefundPreviewsService,
    RefundedUnitsService,
  ],
  exports: [MoneyMovesService, OrderMoneyGuard, PaymentRecoveryService, PaymentsService],
})
export class PaymentsModule {
  static readonly entities = [Payment];
  static readonly tags = { Transactions: 'Payments, captures, refunds and voids.' };

  constructor(
    settings: GatewaysService,
    @Inject(PAYMENT_GATEWAYS) all: readonly PaymentGateway[],
    objects: StoreObjects,
    includes: OrderIncludesService,
  ) {
    settings.register(all);
    includes.register(PAYMENTS);
    objects.register(Payment, {
      object: 'payment',
      since: '1.3',
      record: TransactionRecord,
      about: { created: 'A payment, a capture, a refund or a void was started.', updated: 'Its provider responded.' },
      scope: 'orders',
      records: transactionRecords,
    });
  }
}
