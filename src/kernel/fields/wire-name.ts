/** Returns the name of a property on the wire: `exchangeRate` is `exchange_rate`, `address1` is `address_1`. */
export const wireName = (property: string): string =>
  property.replace(/[A-Z]|\d+/g, (start) => `_${start.toLowerCase()}`);
