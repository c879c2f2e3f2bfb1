// What a test gets as `fast-check` (jest.config.js). A property's short form tries the same values in each run, so that a new
// fault is that of the change that shows it; with a number of runs asked for (`CART_RUNS=2000`), they are random.
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

const asked = Object.keys(process.env).some((name) => name.endsWith('_RUNS'));
if (!asked) fc.configureGlobal({ seed: 2 });

module.exports = fc;
