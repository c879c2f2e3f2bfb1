// One line for each family of rule operators. CONTRIBUTING.md shows how to add one.
export { empty, notEmpty } from './empty.operator';
export { equal, notEqual } from './equality.operator';
export { isIn, notIn } from './list.operator';
export { above, atLeast, atMost, below, between } from './order.operator';
export { contains, endsWith, notContains, startsWith } from './text.operator';
