// One line for each gateway. CONTRIBUTING.md shows how to add one.
export { DummyGateway } from './dummy/dummy.gateway';
export { ManualGateway } from './manual/manual.gateway';
export { StripeGateway } from './stripe/stripe.gateway';
