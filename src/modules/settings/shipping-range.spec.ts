import { parseDecimal } from '../../kernel/decimal';
import { parseAmount } from '../../kernel/money';
import { brokenRange } from './shipping-range';

const range = (priceMin: string, priceMax: string, weightMin = '0', weightMax = '0') => ({
  priceMin: parseAmount(priceMin),
  priceMax: parseAmount(priceMax),
  weightMin,
  weightMax,
});
const parcel = (value: string, weight = '0') => ({ value: parseAmount(value), weight: parseDecimal(weight) });

describe('brokenRange', () => {
  it.each([
    ['both ends of the price are valid', range('10', '20'), parcel('10'), null],
    ['both ends of the price are valid', range('10', '20'), parcel('20'), null],
    ['a price below', range('10', '20'), parcel('9.9999'), 'price'],
    ['a price above', range('10', '20'), parcel('20.0001'), 'price'],
    ['no greatest price', range('10', '0'), parcel('999999'), null],
    ['both ends of the weight are valid', range('0', '0', '0.5', '1.25'), parcel('1', '0.5'), null],
    ['both ends of the weight are valid', range('0', '0', '0.5', '1.25'), parcel('1', '1.25'), null],
    ['a weight below', range('0', '0', '0.5', '1.25'), parcel('1', '0.4999'), 'weight'],
    ['a weight above', range('0', '0', '0.5', '1.25'), parcel('1', '1.2501'), 'weight'],
    ['no greatest weight', range('0', '0', '0.5', '0'), parcel('1', '9999'), null],
  ])('carts.md 9: %s', (_, bounds, sent, broken) => expect(brokenRange(bounds, sent)).toBe(broken));
});
