/** Makes the client. */
window.openClient = (options) => {
  window.moltin = new window.Moltin(options);
};

/** Returns the methods of the client, as `Resource.Method`. */
window.methodNames = () => {
  const resources = Object.entries(window.moltin).filter(
    ([name, part]) => /^[A-Z]/.test(name) && part instanceof Object,
  );
  const names = resources.flatMap(([resource, part]) => {
    const methods = [];
    for (const name in part) if (/^[A-Z]/.test(name)) methods.push(`${resource}.${name}`);
    return methods;
  });
  return names.sort();
};

/** Calls a method of the client, and tells which of its callbacks was given what, or how the client failed. */
window.callMethod = (name, args) => {
  const [resource, method] = name.split('.');
  const part = resource === '' ? window.moltin : window.moltin[resource];
  return new Promise((resolve) => {
    // Errors that the client throws while it reads a response reach no callback.
    const thrown = ({ message }) => tell({ thrown: message });
    const tell = (outcome) => {
      window.removeEventListener('error', thrown);
      resolve(outcome);
    };
    window.addEventListener('error', thrown);
    const done = (result) => tell({ result });
    const failed = (_, errors, status) => tell({ errors, status });
    try {
      const returned = part[method](...args, done, failed);
      // The one method that takes no callbacks.
      if (name === 'Cart.Identifier') tell({ result: returned });
    } catch (error) {
      tell({ thrown: error.message });
    }
  });
};
