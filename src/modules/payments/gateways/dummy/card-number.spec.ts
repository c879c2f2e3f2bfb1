import { cardDigits } from './card-number';

describe('cardDigits', () => {
  it.each(['4242424242424242', '4242 4242 4242 4242', '4000-0000-0000-0002', '378282246310005'])('takes %s', (text) =>
    expect(cardDigits(text)).toBe(text.replace(/[ -]/g, '')),
  );

  it.each(['4242424242424241', '42424242', '4'.repeat(20), '', '4242 4242 4242 424x'])('refuses %j', (text) =>
    expect(cardDigits(text)).toBeUndefined(),
  );
});
