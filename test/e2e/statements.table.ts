/** The statements of a request, one a line. */
const list = (text: string): string[] => text.trim().split(/\n\s*/);

/**
 * The statements that each main request sends, in the short form of `recorded-statements.ts`, BEGIN and COMMIT included. A line more is a round
 * trip more for each such request: add one only with a reason that is worth it.
 */
export const STATEMENTS = {
  'POST an order': list(`
    BEGIN
    INSERT orders
    INSERT events, event_epochs, settings_revisions
    COMMIT`),
  'POST an order, with a key': list(`
    INSERT idempotency_records
    BEGIN
    INSERT orders
    UPDATE idempotency_records
    INSERT events, event_epochs, settings_revisions
    COMMIT`),
  'GET an order': list(`
    SELECT orders`),
  'PUT an order': list(`
    BEGIN
    SELECT orders
    INSERT order_status_changes
    UPDATE orders
    INSERT events, event_epochs
    COMMIT`),
  'GET orders': list(`
    SELECT list_blocks, orders
    SELECT orders`),
  'GET orders of a status': list(`
    SELECT list_block_counts, list_blocks, orders
    SELECT orders`),
  'GET orders of a promotion': list(`
    SELECT list_block_counts, list_blocks, order_discounts
    SELECT order_discounts
    SELECT orders, order_discounts`),
  'DELETE an order': list(`
    BEGIN
    SELECT orders
    SELECT promotion_redemptions
    SELECT shipments
    SELECT order_stock
    DELETE order_stock
    SELECT payments
    SELECT payments
    SELECT shipments
    SELECT orders
    DELETE orders
    SELECT order_discounts
    DELETE order_discounts
    DELETE order_notes
    SELECT order_items
    DELETE order_status_changes
    INSERT events, event_epochs
    COMMIT`),
  'POST the first item of a cart': list(`
    BEGIN
    SELECT carts, cart_checkouts
    SELECT products, product_stock
    INSERT cart_items
    INSERT carts
    INSERT events, event_epochs, settings_revisions
    COMMIT`),
  'POST another item': list(`
    BEGIN
    SELECT carts, cart_checkouts
    SELECT cart_items
    SELECT products, product_stock
    INSERT cart_items
    UPDATE carts
    INSERT events, event_epochs, settings_revisions
    COMMIT`),
  'POST more of an item': list(`
    BEGIN
    SELECT carts, cart_checkouts
    SELECT cart_items
    SELECT products, product_stock
    UPDATE cart_items
    UPDATE carts
    INSERT events, event_epochs, settings_revisions
    COMMIT`),
  'GET a cart': list(`
    SELECT carts, cart_checkouts
    SELECT settings_revisions
    SELECT cart_items
    SELECT products, product_stock
    SELECT settings_revisions
    SELECT settings_revisions`),
  'PUT a code': list(`
    BEGIN
    SELECT carts, cart_checkouts
    UPDATE carts
    SELECT cart_items
    SELECT products, product_stock
    INSERT events, event_epochs, settings_revisions, promotion_revisions
    COMMIT`),
  'GET the options of a checkout': list(`
    SELECT carts, cart_checkouts
    SELECT settings_revisions
    SELECT cart_items
    SELECT products, product_stock
    SELECT settings_revisions
    SELECT settings_revisions
    SELECT settings_revisions
    SELECT settings_revisions
    SELECT settings_revisions
    SELECT settings_revisions`),
  'POST a checkout': list(`
    BEGIN
    SELECT carts, cart_checkouts
    SELECT cart_items
    SELECT products, product_stock
    INSERT promotion_redemptions
    INSERT orders
    INSERT order_items
    INSERT order_discounts
    INSERT cart_checkouts
    INSERT order_stock
    INSERT events, event_epochs, settings_revisions, promotion_revisions
    UPDATE product_stock
    COMMIT`),
  'POST the same checkout again': list(`
    BEGIN
    SELECT carts, cart_checkouts
    SELECT orders
    SELECT payments
    SELECT promotion_redemptions
    SELECT order_stock
    SELECT cart_items
    SELECT products, product_stock
    SELECT order_items
    SELECT settings_revisions, promotion_revisions
    COMMIT`),
  'POST a checkout with a customer, an address, a code and three limited products': list(`
    BEGIN
    SELECT carts, cart_checkouts
    SELECT cart_items
    SELECT products, product_stock
    SELECT customers
    SELECT orders
    INSERT promotion_redemptions
    INSERT orders
    INSERT order_items
    INSERT order_discounts
    INSERT cart_checkouts
    SELECT addresses
    INSERT order_stock
    INSERT events, event_epochs, settings_revisions, promotion_revisions
    UPDATE product_stock
    COMMIT`),
  'POST the same with an address by its id': list(`
    BEGIN
    SELECT carts, cart_checkouts
    SELECT cart_items
    SELECT products, product_stock
    SELECT customers
    SELECT addresses
    SELECT orders
    INSERT promotion_redemptions
    INSERT orders
    INSERT order_items
    INSERT order_discounts
    INSERT cart_checkouts
    INSERT order_stock
    INSERT events, event_epochs, settings_revisions, promotion_revisions
    UPDATE product_stock
    COMMIT`),
  'POST the same with a code of a pool': list(`
    BEGIN
    SELECT carts, cart_checkouts
    SELECT cart_items
    SELECT products, product_stock
    SELECT customers
    SELECT orders
    SELECT promotion_codes
    UPDATE promotion_codes
    INSERT promotion_redemptions
    INSERT orders
    INSERT order_items
    INSERT order_discounts
    INSERT cart_checkouts
    SELECT addresses
    INSERT order_stock
    INSERT events, event_epochs, settings_revisions, promotion_revisions
    UPDATE product_stock
    COMMIT`),
  'POST all of that in one request': list(`
    BEGIN
    SELECT products, product_stock
    INSERT cart_items
    INSERT carts
    SELECT customers
    SELECT orders
    INSERT promotion_redemptions
    INSERT orders
    INSERT order_items
    INSERT order_discounts
    INSERT cart_checkouts
    SELECT addresses
    INSERT order_stock
    INSERT events, event_epochs, settings_revisions, promotion_revisions
    UPDATE product_stock
    COMMIT`),
  'POST a payment': list(`
    BEGIN
    SELECT orders
    SELECT payments
    INSERT payments
    INSERT events, event_epochs, settings_revisions
    COMMIT
    BEGIN
    SELECT orders
    SELECT payments
    INSERT order_status_changes
    UPDATE orders
    UPDATE payments
    SELECT order_items
    SELECT order_discounts
    INSERT events, event_epochs
    COMMIT`),
  'POST a whole purchase of a new customer, and its payment': list(`
    BEGIN
    SELECT products, product_stock
    INSERT cart_items
    INSERT carts
    SELECT customers
    INSERT customers
    INSERT promotion_redemptions
    INSERT orders
    INSERT order_items
    INSERT order_discounts
    INSERT cart_checkouts
    INSERT addresses
    INSERT order_stock
    INSERT events, event_epochs, settings_revisions, promotion_revisions
    UPDATE product_stock
    COMMIT
    BEGIN
    SELECT orders
    SELECT payments
    INSERT payments
    INSERT events, event_epochs, settings_revisions
    COMMIT
    BEGIN
    SELECT orders
    SELECT payments
    INSERT order_status_changes
    UPDATE orders
    UPDATE payments
    SELECT order_items
    SELECT order_discounts
    INSERT events, event_epochs
    COMMIT`),
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Operation = keyof typeof STATEMENTS;
