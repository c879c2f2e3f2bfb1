import { parseConfig } from './config';

describe('payments that move no money (orders-and-payments.md 17)', () => {
  it.each([
    ['production', undefined, false],
    ['production', '0', false],
    ['production', '1', true],
    ['prod', undefined, false],
    ['development', '0', true],
    ['test', undefined, true],
    [undefined, undefined, true],
  ])(
    'with NODE_ENV %s and TEST_PAYMENTS %s payments without money are taken: %s',
    (NODE_ENV, TEST_PAYMENTS, areTaken) => {
      const { payments } = parseConfig({ NODE_ENV, TEST_PAYMENTS, DATABASE_URL: 'sqlite:data/store.sqlite' });
      expect(payments.areTestsTaken).toBe(areTaken);
    },
  );
});
