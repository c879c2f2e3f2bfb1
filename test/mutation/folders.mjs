/**
 * Folders by the name that `npm run mutate -- <name>` takes: the files that change, and the folders and names of the specs of which one
 * must fail. Only fast specs that need no server: a mutant costs a run of all that cover it, so no properties with thousands of carts.
 * Jest looks through the roots for each mutant, so they are few: half the time with all of `src` and `test`.
 * `ignoreStatic` leaves out mutants of what runs when a module is loaded.
 */
export const folders = {
  kernel: {
    mutate: ['src/kernel/**/*.ts'],
    roots: ['src/kernel'],
    specs: '.*',
  },
  orders: {
    mutate: ['src/modules/orders/domain/**/*.ts'],
    roots: ['src/modules/orders/domain', 'test/builders', 'test/property'],
    specs: '/(domain/.*|order-snapshot)',
  },
  payments: {
    mutate: [
      'src/modules/payments/domain/**/*.ts',
      'src/modules/payments/gateways/{dummy,manual}/*.ts',
      'src/modules/payments/gateways/stripe/stripe-{money,outcome}.ts',
    ],
    roots: ['src/modules/payments/domain', 'src/modules/payments/gateways'],
    // Not stripe.gateway, whose spec starts a server.
    specs: '/(domain/.*|dummy/.*|record-only|stripe-money|stripe-outcome)',
  },
  promotions: {
    mutate: ['src/modules/promotions/domain/**/*.ts'],
    roots: ['src/modules/promotions/domain', 'test/builders', 'test/contract'],
    specs: '/(domain/.*|promotion-cases)',
    // Texts and tables that a module makes once: a fifth of the mutants, 72 % of the time, as each needs all specs.
    // `test/docs/promotions.spec.ts` compares the texts with the guide.
    ignoreStatic: true,
  },
  // Parts of it, with the specs beside their files and few others: 45 to 80 mutants a minute, 33 with all specs.
  'promotions/actions': partOfPromotions('actions/**/*.ts', 'domain/(actions/.*|read-promotion)'),
  'promotions/engine': partOfPromotions(
    '{,codes/,fields/}*.ts',
    '(domain/(codes/|fields/)?[^/]+|contract/promotion-cases)',
  ),
  'promotions/messages': partOfPromotions('messages/**/*.ts', 'domain/messages/.*'),
  'promotions/rules': partOfPromotions('rules/**/*.ts', 'domain/rules/.*'),
  webhooks: {
    mutate: ['src/modules/webhooks/domain/**/*.ts'],
    roots: ['src/modules/webhooks/domain'],
    specs: '.*',
  },
};

function partOfPromotions(files, specs) {
  const engine = 'src/modules/promotions/domain';
  return {
    mutate: [`${engine}/${files}`],
    roots: [engine, 'test/builders', 'test/contract'],
    specs: `/${specs}`,
    ignoreStatic: true,
  };
}
