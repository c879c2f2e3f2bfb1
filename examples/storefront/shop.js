/** A shop in one page, with the client of v1 in the browser: docs/clients.md says what such a page may do. */
const shop = new Moltin(window.SETTINGS);
const main = document.querySelector('main');
const scheme = location.protocol.slice(0, -1);
// The client speaks HTTPS alone when it has port 443. A shop on the Internet needs nothing of this.
if (scheme === 'http') shop.Ajax = (options) => Moltin.prototype.Ajax.call(shop, { ...options, port: 80 });
/** Calls the client and returns its result as a promise. Errors are one text, or lists of texts by field. */
const ask = (call) =>
  new Promise((resolve, reject) => {
    const textOf = (errors) => (typeof errors === 'string' ? errors : Object.values(errors)[0]);
    call(resolve, (_, errors, status) => reject({ status, text: textOf(errors) }));
  });

class Markup extends String {}
const written = (value) => {
  if (Array.isArray(value)) return value.map(written).join('');
  if (value instanceof Markup) return value;
  return String(value ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
};
/** HTML with every value escaped, and other markup as it is. */
const markup = (texts, ...values) => new Markup(texts.reduce((all, text, i) => all + written(values[i - 1]) + text));

const PROBLEM = markup`<div class="problem wide" role="alert" style="color: #a3261b"></div>`;
const price = ({ formatted }) => formatted.with_tax;
const money = ({ format }, amount) => format.replace('{price}', amount.toFixed(2));
const picture = (product, width) => {
  const [image] = Object.values(product?.images ?? {});
  return image && markup`<img src="${image.url[scheme]}" alt="${product.title}" width="${width}">`;
};
const row = (name, value) => markup`<tr><td colspan="3">${name}<td>${value}</tr>`;
const total = (value) => row(markup`<b>Total</b>`, markup`<b>${value}</b>`);
const option = (id, name, own) => markup`<option value="${id}" ${id === own ? 'selected' : ''}>${name}</option>`;
const input = (name, label, autocomplete, wide, need = 'required') => markup`
  <label class="${wide}">${label}<input name="${name}" autocomplete="${autocomplete}" ${need}></label>`;

async function catalogPage() {
  const products = await ask((...to) => shop.Product.List({ limit: 100, sort: 'id', order: 'asc' }, ...to));
  const named = ({ title, difference }) => (/[1-9]/.test(difference) ? `${title} ${difference}` : title);
  const choice = ({ id, title, variations }) => markup`
    <label>${title}<select name="modifier ${id}">
      ${Object.values(variations).map((one) => option(one.id, named(one)))}</select></label>`;
  const card = (product) => markup`
    <article class="card">${picture(product, '100%')}
      <form data-do="add">
        <h3><span>${product.title}</span> <span>${price(product.pricing)}</span></h3>
        <div>${product.description}</div>
        ${Object.values(product.modifiers).map(choice)} ${PROBLEM}
        <button name="product" value="${product.id}">Add to cart</button>
      </form>
    </article>`;
  return markup`<h1>Everything for a cup of tea</h1><div class="grid">${products.map(card)}</div>`;
}

async function cartPage() {
  const cart = await ask((...to) => shop.Cart.Contents(...to));
  const products = await ask((...to) => shop.Product.List({ limit: 100 }, ...to));
  const line = ({ id, identifier, name, quantity, pricing, totals }) => markup`
    <tr>
      <td>${picture(
        products.find((product) => product.id === id),
        64,
      )}
      <td>${name}<br><small>${price(pricing)} each</small>
      <td><form class="row" data-do="change">
        <input type="hidden" name="line" value="${identifier}">
        <input type="number" name="quantity" min="1" max="99" value="${quantity}" aria-label="Quantity of ${name}">
        <button class="quiet" name="remove" value="yes">Remove</button> ${PROBLEM}
      </form>
      <td>${price(totals.pre_discount)}
    </tr>`;
  const { pre_discount: before, post_discount: after } = cart.totals;
  const off = before.rounded.with_tax - after.rounded.with_tax;
  const code = cart.discount_code?.toUpperCase();
  if (cart.total_items === 0) return markup`<h1>Your cart is empty</h1><a href="#/">See what there is</a>`;
  return markup`<h1>Your cart</h1>
    <table>
      ${Object.values(cart.contents).map(line)}
      ${code && row(`Discount ${code}`, `−${money(cart.currency, off)}`)}
      ${after.raw.rounding === 0 ? '' : row('Rounding', after.formatted.rounding)} ${total(price(after))}
    </table>
    <form class="row" data-do="code">
      <input name="code" placeholder="Discount code" aria-label="Discount code"><button>Apply</button>
      ${code && markup`<button class="quiet" name="remove" value="yes">Remove ${code}</button>`} ${PROBLEM}
    </form>
    <p><a href="#/checkout">Go to the checkout</a></p>`;
}

async function checkoutPage() {
  const { shipping } = await ask((...to) => shop.Cart.Checkout(...to));
  const { country } = await ask((...to) => shop.Address.Fields(null, null, ...to));
  const countries = Object.entries(country.available).map(([code, name]) => option(code, name, 'GB'));
  const address = (of) => markup`
    ${input(`${of} address_1`, 'Street', `${of} address-line1`, 'wide')}
    ${input(`${of} city`, 'Town', `${of} address-level2`)} ${input(`${of} postcode`, 'Postcode', `${of} postal-code`, '', '')}
    <label class="wide">Country<select name="${of} country">${countries}</select></label>`;
  const method = ({ id, title, formatted_total: sum, price: { value } }, i) => markup`
    <label class="choice wide"><input type="radio" name="shipping" value="${id}" ${i === 0 ? 'checked' : ''}>
      ${title}, ${value}: ${sum} in all</label>`;
  return markup`<form data-do="order"><h1>Check out</h1>
    <fieldset><legend><b>You</b></legend>
      ${input('first_name', 'First name', 'given-name')} ${input('last_name', 'Last name', 'family-name', '', '')}
      ${input('email', 'E-mail', 'email', 'wide')}</fieldset>
    <fieldset><legend><b>Address</b></legend>${address('billing')}
      <label class="choice wide"><input type="checkbox" name="elsewhere"> Send it to another address</label></fieldset>
    <fieldset id="elsewhere" disabled><legend><b>Delivery address</b></legend>${address('shipping')}</fieldset>
    <fieldset><legend><b>Delivery</b></legend>${shipping.methods.map(method)}</fieldset>
    ${PROBLEM}<button>Place the order</button></form>`;
}

async function payPage(id) {
  const order = await ask((...to) => shop.Order.Get(id, ...to));
  return markup`<form data-do="pay"><h1>Pay ${order.totals.formatted.total}</h1>
    <fieldset>${input('number', 'Card number', 'cc-number', 'wide')}
      ${input('expires', 'Expires (MM/YY)', 'cc-exp')} ${input('cvv', 'Security code', 'cc-csc')}
      <small class="wide">For a try: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined.</small></fieldset>
    ${PROBLEM}<button name="order" value="${order.id}">Pay</button></form>`;
}

async function orderPage(id) {
  const order = await ask((...to) => shop.Order.Get(id, ...to));
  const items = await ask((...to) => shop.Request(`orders/${order.id}/items`, 'GET', null, ...to));
  const { rounding } = order.totals.raw;
  const sum = (field) => items.reduce((all, one) => all + one[field], 0);
  const shown = (amount) => money(order.currency.data, amount);
  const item = (one) => markup`
    <tr><td>${picture(one.product?.data, 64)}<td>${one.title}<td>× ${one.quantity}<td>${shown(one.total)}</tr>`;
  return markup`<h1>Order ${order.number ?? order.id}</h1>
    <p><b>${order.status.value}.</b> Thank you, ${order.bill_to.data.first_name}. It is sent to ${order.ship_to.value}.</p>
    <table>${items.map(item)} ${row(`Delivery: ${order.shipping.value}`, shown(order.total - sum('total') - rounding))}
      ${rounding === 0 ? '' : row('Rounding', order.totals.formatted.rounding)} ${total(shown(order.total))}
      ${row('Tax in it', order.totals.formatted.tax)} ${sum('discount') > 0 ? row('You saved', shown(sum('discount'))) : ''}</table>`;
}

/** The fields of a form whose names begin with a word, without it. */
function within(fields, word) {
  const entries = Object.entries(fields).map(([name, value]) => [name.split(' '), value]);
  return Object.fromEntries(entries.flatMap(([[of, name], value]) => (of === word ? [[name, value]] : [])));
}

const actions = {
  async add({ product, ...fields }) {
    await ask((...to) => shop.Cart.Insert(product, 1, within(fields, 'modifier'), ...to));
    location.hash = '#/cart';
  },
  async change({ line, quantity, remove }) {
    await ask((...to) => (remove ? shop.Cart.Remove(line, ...to) : shop.Cart.Update(line, { quantity }, ...to)));
    await show();
  },
  async code({ code, remove }) {
    await ask((...to) => shop.Cart.Discount(remove ? null : code, ...to));
    await show();
  },
  async order({ first_name, last_name, email, shipping, elsewhere, ...fields }) {
    const bill_to = { first_name, last_name, ...within(fields, 'billing') };
    const ship_to = elsewhere ? { first_name, last_name, ...within(fields, 'shipping') } : 'bill_to';
    const order = { customer: { first_name, last_name, email }, bill_to, ship_to, shipping, gateway: 'dummy' };
    const { id } = await ask((...to) => shop.Cart.Complete(order, ...to));
    location.hash = `#/pay/${id}`;
  },
  async pay({ order, number, expires, cvv }) {
    const [expiry_month, year] = expires.split('/');
    const data = { number: number.replaceAll(' ', ''), expiry_month, expiry_year: `20${year}`, cvv };
    await ask((...to) => shop.Checkout.Payment('purchase', order, { data }, ...to));
    shop.Cart.Identifier(true); // The next cart is another one.
    location.hash = `#/order/${order}`;
  },
};

function tell(problem, place) {
  place.textContent = problem.text ?? String(problem);
  if (problem.status !== 401) return;
  shop.Storage.remove('mtoken'); // Of a store that is gone: the next page gets a new one.
  location.reload();
}

const pages = new Map(Object.entries({ cart: cartPage, checkout: checkoutPage, pay: payPage, order: orderPage }));
async function show() {
  try {
    const [name, id] = location.hash.slice(2).split('/');
    main.innerHTML = await (pages.get(name) ?? catalogPage)(id);
    const { total_items: count } = await ask((...to) => shop.Cart.Contents(...to));
    document.querySelector('#count').textContent = count > 0 ? `(${count})` : '';
  } catch (problem) {
    tell(problem, main);
  }
}

window.addEventListener('hashchange', show);
document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const fields = Object.fromEntries(new window.FormData(form, event.submitter));
  await actions[form.dataset.do](fields).catch((problem) => tell(problem, form.querySelector('.problem')));
});
document.addEventListener('change', ({ target }) => {
  if (target.name === 'quantity') target.form.requestSubmit();
  if (target.name === 'elsewhere') document.querySelector('#elsewhere').disabled = !target.checked;
});

const signedIn = ({ expires }) => {
  // The client takes seconds for milliseconds: told these, it keeps its token for the hour, and with it the order.
  if (expires < 1e11) shop.Storage.set('mexpires', expires * 1000);
  show();
};
shop.Authenticate(signedIn, (_, text) => tell({ text }, main));
