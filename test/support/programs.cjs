/** Paths of programs, for `jest.config.js` and the tests: plain JavaScript, because Jest does not compile its settings. */
const { accessSync, constants, statSync } = require('node:fs');
const { delimiter, join } = require('node:path');

const GENERATOR = join(__dirname, '../clients/generators/node_modules/.bin/orval');

const S3_SERVER = join(__dirname, '../clients/s3/node_modules/.bin/s3rver');

// Debian keeps servers in /usr/sbin, which is not in everybody's PATH.
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin'];

function findProgram(...names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS];
  const hidden = (process.env.TEST_WITHOUT ?? '').split(',');
  const files = (name) => (name.includes('/') ? [name] : folders.map((folder) => join(folder || '.', name)));
  return names
    .filter((name) => !hidden.includes(name))
    .flatMap(files)
    .find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function missingServers() {
  const mariaDb = process.env.MYSQLD || (findProgram('mariadbd', 'mysqld') && findProgram('mariadb-install-db'));
  return [...(mariaDb ? [] : ['mariadb']), ...(findProgram('redis-server') ? [] : ['redis'])];
}

function missingTools() {
  return ['curl', 'git', 'haproxy', 'nginx', 'caddy'].filter((name) => !findProgram(name));
}

/** `TEST_WITHOUT` hides them by the name `generators`. */
function hasGenerators() {
  return !(process.env.TEST_WITHOUT ?? '').split(',').includes('generators') && isExecutable(GENERATOR);
}

/** `TEST_WITHOUT` hides it by the name `s3`. */
function hasS3Server() {
  return !(process.env.TEST_WITHOUT ?? '').split(',').includes('s3') && isExecutable(S3_SERVER);
}

/** The headless shell needs half the processor time of the whole browser. */
function findBrowser() {
  return findProgram('chromium-headless-shell', 'chromium');
}

module.exports = { findBrowser, findProgram, hasGenerators, hasS3Server, missingServers, missingTools };
