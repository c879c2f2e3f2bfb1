/** The money of orders, for modules above this one. */
export { CAME_TO_NOTHING, type OrderMoneyState, orderBalance, OWES_NOTHING } from './domain/order-balance';
export { isEditable } from './domain/editable-status';
export { type OrderStatus } from './domain/order-status';
