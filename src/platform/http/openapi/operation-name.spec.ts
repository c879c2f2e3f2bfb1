import { operationName } from './operation-name';

describe('the operationId', () => {
  it.each([
    ['CurrenciesController', 'list', 'listCurrencies'],
    ['OrdersController', 'search', 'searchOrders'],
    ['AddressesController', 'create', 'createAddress'],
    ['TaxesController', 'get', 'getTax'],
    ['CategoriesController', 'remove', 'removeCategory'],
    ['AddressController', 'update', 'updateAddress'],
    ['PromotionsController', 'list[0]', 'listPromotions'],
    ['PromotionsController', 'list[1]', 'listPromotions'],
  ])('of %s.%s is %s', (controller, handler, name) => {
    expect(operationName(controller, handler)).toBe(name);
  });

  it('is not guessed for a handler that not every resource has', () => {
    expect(() => operationName('OrdersController', 'history')).toThrow(
      new Error('OrdersController.history needs a name in its Answers decorator'),
    );
  });
});
