import { SCOPES } from './scopes';

describe('the scopes of tokens (wire.md 5)', () => {
  it('let read and write each subject', () => {
    expect(SCOPES).toEqual([
      ...['orders:read', 'orders:write', 'carts:read', 'carts:write', 'promotions:read', 'promotions:write'],
      ...['webhooks:read', 'webhooks:write', 'products:read', 'products:write', 'customers:read', 'customers:write'],
      ...['settings:read', 'settings:write', 'events:read', 'events:write', 'tokens:read', 'tokens:write'],
      ...['clients:read', 'clients:write', 'operations:read', 'operations:write'],
    ]);
  });
});
