import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

describe('npm run demo', () => {
  it('tells a purchase from code to payment with its webhooks, and ends by itself', async () => {
    const register = require.resolve('../support/typescript.register.cjs');
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--require', register, 'src/cli/demo.ts']);
    expect(stderr).toBe('');
    expect(stdout.match(/^← .*$/gm)?.map((line) => line.replace(/ (?:order|webhook) [\da-f-]+/g, ''))).toEqual([
      '← 201 ',
      '← 201  promotion "Tea time"',
      '← 201  cart: 2 items, £23.98 with tax',
      '← 201  cart: 3 items, £31.78 with tax',
      '← 422  Discount code does not exist, or is not applicable',
      '← 200  cart: 3 items, £27.00 with tax instead of £31.78',
      '← 201 : Unpaid, £32.40 = £22.50 + £4.50 shipping + £5.40 tax',
      '← 422  The card was declined',
      '← 200  Payment successful;: Paid, £32.40 = £22.50 + £4.50 shipping + £5.40 tax',
      '← 200 : Paid, £32.40 = £22.50 + £4.50 shipping + £5.40 tax',
    ]);
    const told = stdout.match(/webhook [\w.]+(?= {2})/g)?.filter((type) => type !== 'webhook webhook.created');
    expect(told?.sort()).toEqual([
      'webhook address.created',
      'webhook cart.created',
      'webhook cart.updated',
      'webhook cart.updated',
      'webhook customer.created',
      'webhook order.created',
      'webhook order.updated',
      'webhook order.updated',
      'webhook order.updated',
      'webhook order_item.created',
      'webhook order_item.created',
      'webhook payment.created',
      'webhook payment.created',
      'webhook payment.updated',
      'webhook payment.updated',
      'webhook promotion.created',
    ]);
    const moves = stdout.match(/webhook order\.\w+ {2}\d+ \w+/g)?.map((line) => line.split(' ').at(-1));
    expect(moves?.sort()).toEqual(['Declined', 'Paid', 'Unpaid', 'Unpaid']);
    // Every request comes after a line that says why.
    expect(stdout.match(/^[A-Z].*\.\n→ /gm)).toHaveLength(10);
  });
});
