// One line for each type of rules that compare. CONTRIBUTING.md shows how to add one.
export { cart, cartAttribute } from './cart-attribute.rule';
export { cartItem } from './cart-item.rule';
export { customer } from './customer.rule';
