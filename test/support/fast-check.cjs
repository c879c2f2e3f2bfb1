// Tests get this as `fast-check` (jest.config.js). The short form of a property tries the same values in each run, so that
// a new failure comes from the change. With a number of runs (`CART_RUNS=2000`), the values are random.
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

const asked = Object.keys(process.env).some((name) => name.endsWith('_RUNS'));
if (!asked) fc.configureGlobal({ seed: 2 });

module.exports = fc;
