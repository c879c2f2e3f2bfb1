import { ValidationFailed } from '../../kernel/errors';

/** @throws ValidationFailed when each address is to be the other one */
export function requireAddress(billTo: unknown, shipTo: unknown): void {
  if (billTo !== 'ship_to' || shipTo !== 'bill_to') return;
  throw new ValidationFailed({
    bill_to: ['bill_to cannot be ship_to while ship_to is bill_to'],
    ship_to: ['ship_to cannot be bill_to while bill_to is ship_to'],
  });
}
