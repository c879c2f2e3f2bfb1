/** The form in which codes are compared (promotions.md 34), for the modules after this one. */
export { canonicalCode } from './domain/fold-text';
