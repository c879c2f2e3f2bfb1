/**
 * Folders by the name that `npm run mutate -- <name>` takes: the files that change, and the specs of which one must fail (those beside
 * the code and pure ones elsewhere). None of the specs needs a database.
 */
export const folders = {
  kernel: {
    mutate: ['src/kernel/**/*.ts'],
    specs: ['src/kernel/'],
  },
  orders: {
    mutate: ['src/modules/orders/domain/**/*.ts'],
    specs: ['src/modules/orders/', 'test/property/order-snapshot'],
  },
  payments: {
    mutate: ['src/modules/payments/domain/**/*.ts', 'src/modules/payments/gateways/**/*.ts'],
    specs: ['src/modules/payments/'],
  },
  promotions: {
    mutate: ['src/modules/promotions/domain/**/*.ts'],
    specs: [
      'src/modules/promotions/',
      'test/contract/promotion-cases',
      'test/property/(promotion-engine|promotion-groups|rejection-messages)',
    ],
  },
  webhooks: {
    mutate: ['src/modules/webhooks/domain/**/*.ts'],
    specs: ['src/modules/webhooks/'],
  },
};
