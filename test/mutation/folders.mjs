/**
 * Folders by the name that `npm run mutate -- <name>` takes: the files that change, and the specs of which one must fail. Only fast specs
 * that need no server: a mutant costs a run of all that cover it, so no properties with thousands of carts.
 */
export const folders = {
  kernel: {
    mutate: ['src/kernel/**/*.ts'],
    specs: ['src/kernel/'],
  },
  orders: {
    mutate: ['src/modules/orders/domain/**/*.ts'],
    specs: ['src/modules/orders/domain/', 'test/property/order-snapshot'],
  },
  payments: {
    mutate: [
      'src/modules/payments/domain/**/*.ts',
      'src/modules/payments/gateways/{dummy,manual}/*.ts',
      'src/modules/payments/gateways/stripe/stripe-{money,outcome}.ts',
    ],
    specs: [
      'src/modules/payments/domain/',
      'src/modules/payments/gateways/(dummy/|record-only|stripe/stripe-(money|outcome))',
    ],
  },
  promotions: {
    mutate: ['src/modules/promotions/domain/**/*.ts'],
    specs: ['src/modules/promotions/domain/', 'test/contract/promotion-cases'],
  },
  webhooks: {
    mutate: ['src/modules/webhooks/domain/**/*.ts'],
    specs: ['src/modules/webhooks/domain/'],
  },
};
