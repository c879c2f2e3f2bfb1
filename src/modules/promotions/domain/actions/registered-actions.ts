// One line for each action of promotions. CONTRIBUTING.md shows how to add one.
export { buyXGetYFree } from './buy-x-get-y-free.action';
export { discountByFixed } from './discount-by-fixed.action';
export { discountByPercent } from './discount-by-percent.action';
export { discountSubtotalFixed } from './discount-subtotal-fixed.action';
export { discountSubtotalPercent } from './discount-subtotal-percent.action';
export { discountToFixed } from './discount-to-fixed.action';
export { freeShip } from './free-ship.action';
