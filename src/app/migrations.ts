import { storeModules } from './store-modules';
import { Foundation1763700000000 } from './migrations/1763700000000-foundation';
import { Settings1763700100000 } from './migrations/1763700100000-settings';
import { Customers1763700200000 } from './migrations/1763700200000-customers';
import { Catalog1763700300000 } from './migrations/1763700300000-catalog';
import { Orders1763700400000 } from './migrations/1763700400000-orders';
import { Webhooks1763700500000 } from './migrations/1763700500000-webhooks';
import { Promotions1763700600000 } from './migrations/1763700600000-promotions';
import { Carts1763700700000 } from './migrations/1763700700000-carts';
import { RoundingMode1763700800000 } from './migrations/1763700800000-rounding-mode';
import { SettingsRevision1763700900000 } from './migrations/1763700900000-settings-revision';
import { EventTraces1763701200000 } from './migrations/1763701200000-event-traces';
import { ProductModifiers1763702300000 } from './migrations/1763702300000-product-modifiers';
import { Files1763702600000 } from './migrations/1763702600000-files';
import { PublicClients1763702500000 } from './migrations/1763702500000-public-clients';
import { Collections1763702900000 } from './migrations/1763702900000-collections';
import { TakenSkus1763702900001 } from './migrations/1763702900001-taken-skus';
import { Shipments1763702400000 } from './migrations/1763702400000-shipments';
import { Statistics1763702800000 } from './migrations/1763702800000-statistics';
import { CustomerPasswords1763702700000 } from './migrations/1763702700000-customer-passwords';
import { PromotionGroups1763703000000 } from './migrations/1763703000000-promotion-groups';
import { PromotionBudgets1763703000001 } from './migrations/1763703000001-promotion-budgets';
import { Backtests1763703400000 } from './migrations/1763703400000-backtests';
import { PromotionResults1763703300000 } from './migrations/1763703300000-promotion-results';
import { Jobs1763703100000 } from './migrations/1763703100000-jobs';
import { PromotionCodes1763703200000 } from './migrations/1763703200000-promotion-codes';
import { WebhookEligibility1763701300000 } from './migrations/1763701300000-webhook-eligibility';
import { EventPositions1763703600000 } from './migrations/1763703600000-event-positions';
import { WebhookWorkers1763703710000 } from './migrations/1763703710000-webhook-workers';
import { WebhookHealthTimes1763703720000 } from './migrations/1763703720000-webhook-health';
import { WebhookLanes1763703730000 } from './migrations/1763703730000-webhook-lanes';
import { AccessRevision1763703750000 } from './migrations/1763703750000-access-revision';
import { ConsoleSessions1763703740000 } from './migrations/1763703740000-console-sessions';
import { Operations1763703760000 } from './migrations/1763703760000-operations';
import { RefundReasons1763703770000 } from './migrations/1763703770000-refund-reasons';
import { ClientUses1763703780000 } from './migrations/1763703780000-client-uses';
import { KeptRows1763703790000 } from './migrations/1763703790000-kept-rows';
import { SortedOrders1763703800000 } from './migrations/1763703800000-sorted-orders';
import { CountedFilters1763703850000 } from './migrations/1763703850000-counted-filters';
import { Replicas1763703860000 } from './migrations/1763703860000-replicas';
import { ItemTitles1763703820000 } from './migrations/1763703820000-item-titles';
import { PaymentCurrencies1763703890000 } from './migrations/1763703890000-payment-currencies';
import { PaymentProblems1763705010000 } from './migrations/1763705010000-payment-problems';
import { RefundReasonIndex1763703910000 } from './migrations/1763703910000-refund-reason-index';
import { OrdersToShip1763703920000 } from './migrations/1763703920000-orders-to-ship';
import { OrdersOfPromotions1763703930000 } from './migrations/1763703930000-orders-of-promotions';
import { PromotionExclusions1763704100000 } from './migrations/1763704100000-promotion-exclusions';
import { RefundsDue1763703940000 } from './migrations/1763703940000-refunds-due';
import { WebhookPastTerms1763704710000 } from './migrations/1763704710000-webhook-past-terms';
import { RefundedOrdersDue1763704400000 } from './migrations/1763704400000-refunded-orders-due';
import { TotalSteps1763704300000 } from './migrations/1763704300000-total-steps';
import { UnitsToShip1763706000000 } from './migrations/1763706000000-units-to-ship';
import { DefaultTaxBand1763707000000 } from './migrations/1763707000000-default-tax-band';
import { CartIds1763705600000 } from './migrations/1763705600000-cart-ids';
import { PaymentsDue1763706010000 } from './migrations/1763706010000-payments-due';
import { DiscountTaxes1763709050000 } from './migrations/1763709050000-discount-taxes';
import { EditsInHistory1763709060000 } from './migrations/1763709060000-edits-in-history';
import { StatisticsSettings1763709085000 } from './migrations/1763709085000-statistics-settings';
import { FurtherFields1763707010000 } from './migrations/1763707010000-further-fields';
import { EditedOrders1763704200000 } from './migrations/1763704200000-edited-orders';
import { TestOrders1763709000000 } from './migrations/1763709000000-test-orders';
import { BacktestPromotions1763703870000 } from './migrations/1763703870000-backtest-promotions';
import { BacktestBaselines1763703900000 } from './migrations/1763703900000-backtest-baselines';
import { PlacedOrders1763702000000 } from './migrations/1763702000000-placed-orders';
import { PaymentAttempts1763702100000 } from './migrations/1763702100000-payment-attempts';
import { CartCustomers1763702200000 } from './migrations/1763702200000-cart-customers';
import { OwnClients1763704600000 } from './migrations/1763704600000-own-clients';

const ownMigrations = storeModules.flatMap((module) => module.migrations ?? []);

/** Every migration, oldest first: their names end in the time they were written. */
export const migrations = [
  ...ownMigrations,
  Foundation1763700000000,
  Settings1763700100000,
  Customers1763700200000,
  Catalog1763700300000,
  Orders1763700400000,
  Webhooks1763700500000,
  Promotions1763700600000,
  Carts1763700700000,
  RoundingMode1763700800000,
  SettingsRevision1763700900000,
  EventTraces1763701200000,
  WebhookEligibility1763701300000,
  PlacedOrders1763702000000,
  ProductModifiers1763702300000,
  Shipments1763702400000,
  PaymentAttempts1763702100000,
  CartCustomers1763702200000,
  TakenSkus1763702900001,
  PublicClients1763702500000,
  CustomerPasswords1763702700000,
  Statistics1763702800000,
  PromotionGroups1763703000000,
  PromotionBudgets1763703000001,
  PromotionResults1763703300000,
  Backtests1763703400000,
  Jobs1763703100000,
  PromotionCodes1763703200000,
  Collections1763702900000,
  Files1763702600000,
  EventPositions1763703600000,
  WebhookWorkers1763703710000,
  WebhookHealthTimes1763703720000,
  WebhookLanes1763703730000,
  ConsoleSessions1763703740000,
  AccessRevision1763703750000,
  Operations1763703760000,
  RefundReasons1763703770000,
  ClientUses1763703780000,
  KeptRows1763703790000,
  SortedOrders1763703800000,
  CountedFilters1763703850000,
  Replicas1763703860000,
  ItemTitles1763703820000,
  BacktestPromotions1763703870000,
  BacktestBaselines1763703900000,
  PaymentCurrencies1763703890000,
  RefundReasonIndex1763703910000,
  OrdersToShip1763703920000,
  OrdersOfPromotions1763703930000,
  RefundsDue1763703940000,
  WebhookPastTerms1763704710000,
  RefundedOrdersDue1763704400000,
  TotalSteps1763704300000,
  OwnClients1763704600000,
  PromotionExclusions1763704100000,
  EditedOrders1763704200000,
  PaymentProblems1763705010000,
  TestOrders1763709000000,
  UnitsToShip1763706000000,
  DefaultTaxBand1763707000000,
  CartIds1763705600000,
  PaymentsDue1763706010000,
  FurtherFields1763707010000,
  DiscountTaxes1763709050000,
  EditsInHistory1763709060000,
  StatisticsSettings1763709085000,
].sort((a, b) => Number(a.name.slice(-13)) - Number(b.name.slice(-13)));
