import { operationName } from './operation-name';

describe('the operationId', () => {
  it.each([
    ['CurrenciesController', 'list', true, 'listCurrencies'],
    ['OrdersController', 'search', true, 'searchOrders'],
    ['AddressesController', 'create', false, 'createAddress'],
    ['TaxesController', 'get', true, 'getTax'],
    ['CategoriesController', 'remove', false, 'removeCategory'],
    ['OrderItemsController', 'add', false, 'addOrderItem'],
    ['OrdersController', 'history', true, 'orderHistory'],
    ['GatewaysController', 'enable', false, 'enableGateway'],
    ['TokenController', 'issue', false, 'issueToken'],
    ['HealthController', 'live', true, 'healthLive'],
    ['AddressController', 'update', false, 'updateAddress'],
  ])('of %s.%s (reads: %s) is %s', (controller, handler, isRead, name) => {
    expect(operationName(controller, handler, isRead)).toBe(name);
  });
});
