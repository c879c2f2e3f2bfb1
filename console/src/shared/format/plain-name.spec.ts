import { plainName } from './plain-name';

describe('the name of a part for people', () => {
  it.each([
    ['dummy', 'Dummy'],
    ['secret_key', 'Secret key'],
    ['bank-transfer', 'Bank transfer'],
    ['apiKey', 'ApiKey'],
    ['', ''],
  ])('of %p is %p', (name, plain) => expect(plainName(name)).toBe(plain));
});
